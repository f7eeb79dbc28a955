import type { TSESLint } from '@typescript-eslint/utils';

const directive = 'idempotency-disable-next-line';
/** `idempotency-disable-next-line rule, other-rule: reason`; a rule may carry the plugin's prefix. */
const form = new RegExp(String.raw`^[\s*]*${directive}\s+([a-z][a-z\d/,\s-]*?)\s*(?::[\s\S]*)?$`);

/** The lines on which a comment of our own form silences a rule. */
function silencedLines(sourceCode: Readonly<TSESLint.SourceCode>, rule: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const comment of sourceCode.getAllComments()) {
    const names = form.exec(comment.value)?.[1]?.split(',') ?? [];
    const silences = names.some((name) => name.trim().replace(/^idempotency\//, '') === rule);
    if (silences) lines.add(comment.loc.end.line + 1);
  }
  return lines;
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

/**
 * A rule's context whose reports respect `// idempotency-disable-next-line <rule>: reason`. ESLint's own directives
 * are an error where the workspace's ESLint does not know the rule, so the plugin has a form of its own.
 */
export function honouringComments<Context extends Readonly<TSESLint.RuleContext<string, readonly unknown[]>>>(
  context: Context,
  rule: string,
): Context {
  const lines = silencedLines(context.sourceCode, rule);
  if (lines.size === 0) return context;
  const report: Context['report'] = (descriptor) => {
    const line = lineOf(descriptor);
    if (line === null || !lines.has(line)) context.report(descriptor);
  };
  return Object.create(context, { report: { value: report, enumerable: true } }) as Context;
}
