import type { TSESLint } from '@typescript-eslint/utils';
import { closestName } from './closest-name.ts';

const directive = 'idempotency-disable-next-line';
/** The directive at the start of a comment (behind the asterisks of a block comment), and what follows it. */
const form = new RegExp(String.raw`^[\s*]*${directive}(?![\w-])([\s\S]*)$`);

/** `rule, other-rule: reason`; a rule may carry the plugin's prefix, and ` -- ` before the reason is ESLint's custom. */
interface DisableComment {
  rules: string[];
  hasReason: boolean;
}

function commentFrom(text: string): DisableComment | null {
  const written = form.exec(text)?.[1];
  if (written === undefined) return null;
  const [, list = '', reason = ''] = /^([\s\S]*?)(?::|\s--(?=\s|$)|$)([\s\S]*)$/.exec(written) ?? [];
  const rules = list
    .split(',')
    .flatMap((name) => /[^\s*]+/.exec(name)?.[0].replace(/^idempotency\//, '') ?? []);
  return { rules, hasReason: /[\p{L}\p{N}]/u.test(reason) };
}

/** The comments of our own form, by the line they are about. */
function commentsByLine(sourceCode: Readonly<TSESLint.SourceCode>): ReadonlyMap<number, DisableComment> {
  const byLine = new Map<number, DisableComment>();
  for (const comment of sourceCode.getAllComments()) {
    const found = commentFrom(comment.value);
    if (found) byLine.set(comment.loc.end.line + 1, found);
  }
  return byLine;
}

/**
 * Why a comment does not silence this rule although somebody may think so, in a sentence behind the rule's message;
 * an empty text where the comment is about other rules.
 */
function faultOf({ rules, hasReason }: DisableComment, rule: string, known: readonly string[]): string {
  const write = `Write "${directive} ${rule}: " and the reason.`;
  if (rules.includes(rule))
    return hasReason ? '' : `The comment above silences nothing, because it gives no reason. ${write}`;
  if (rules.length === 0) return `The comment above silences nothing, because it names no rule. ${write}`;
  const stranger = rules.find((name) => !known.includes(name));
  if (stranger === undefined) return '';
  const meant = closestName(stranger, known);
  return `The comment above names "${stranger}", which is no rule of this plugin${meant ? `: did you mean "${meant}"?` : '.'}`;
}

/** Where a report starts, or null where its descriptor does not tell. */
function lineOf(descriptor: { loc?: unknown; node?: unknown }): number | null {
  const loc = (descriptor.loc ?? (descriptor.node as { loc?: unknown } | undefined)?.loc) as
    { line?: number; start?: { line: number } } | undefined;
  return loc?.start?.line ?? loc?.line ?? null;
}

/** A look at a file's text: can it hold a comment of our own form? */
export function maySilence(text: string): boolean {
  return text.includes(directive);
}

/** What is known of the rule that reports, and of the others. */
export interface Reporting {
  rule: string;
  messages: Readonly<Record<string, string>>;
  /** The names of all rules of the plugin. */
  known: readonly string[];
}

/**
 * A rule's context whose reports respect `// idempotency-disable-next-line <rule>: reason`. ESLint's own directives
 * are an error where the workspace's ESLint does not know the rule, so the plugin has a form of its own. A comment
 * without a reason, without a rule or with a name that no rule has silences nothing, and the report says so.
 */
export function honouringComments<Context extends Readonly<TSESLint.RuleContext<string, readonly unknown[]>>>(
  context: Context,
  { rule, messages, known }: Reporting,
): Context {
  const comments = commentsByLine(context.sourceCode);
  if (comments.size === 0) return context;
  const report: Context['report'] = (descriptor) => {
    const comment = comments.get(lineOf(descriptor) ?? 0);
    if (!comment) return context.report(descriptor);
    if (comment.hasReason && comment.rules.includes(rule)) return;
    const fault = faultOf(comment, rule, known);
    if (fault === '') return context.report(descriptor);
    const { messageId, ...rest } = descriptor as typeof descriptor & { messageId: string };
    context.report({ ...rest, message: `${messages[messageId]} ${fault}` } as never);
  };
  return Object.create(context, { report: { value: report, enumerable: true } }) as Context;
}
