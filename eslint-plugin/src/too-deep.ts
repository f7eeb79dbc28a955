import type { TSESLint } from '@typescript-eslint/utils';

type SourceCode = Readonly<TSESLint.SourceCode>;

/** Levels of the syntax tree that no file written by hand comes near, and that every part of the model gets through. */
const deep = 300;

const passedOver = new WeakSet<object>();

/**
 * Does a rule's work on a file, unless the file nests so deep that the stack does not suffice: then the file is passed
 * over, by this rule and by all that come after it, because what they share is half done. ESLint's own walk needs less
 * stack than a question that follows values, and one generated file is no reason to end a whole run.
 * @returns null where the file is passed over
 * @throws what the work throws; an overflow of the stack, too, in a file that is not deep: that is a fault of ours
 */
export function unlessTooDeep<Result>(sourceCode: SourceCode, work: () => Result): Result | null {
  if (passedOver.has(sourceCode.ast)) return null;
  try {
    return work();
  } catch (error) {
    if (!isOverflow(error) || !isDeep(sourceCode)) throw error;
    passedOver.add(sourceCode.ast);
    return null;
  }
}

/** V8's error when calls nest deeper than its stack. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

function isDeep({ ast, visitorKeys }: SourceCode): boolean {
  let level: object[] = [ast];
  for (let depth = 0; depth < deep; depth++) {
    level = level.flatMap((node) => childrenOf(node as Record<string, unknown>, visitorKeys));
    if (level.length === 0) return false;
  }
  return true;
}

function childrenOf(node: Record<string, unknown>, visitorKeys: SourceCode['visitorKeys']): object[] {
  const held = (visitorKeys[String(node['type'])] ?? []).flatMap((key) => node[key]);
  return held.filter((child): child is object => typeof child === 'object' && child !== null);
}
