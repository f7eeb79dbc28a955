import * as vscode from 'vscode';
import { pageOfRule } from '../pages/page-address.ts';

/** `source` of the diagnostics of the ESLint extension. */
const eslintSource = 'eslint';

const ourRule = /^idempotency\//;

/** Leaves out each diagnostic of ours that ESLint already shows: the same rule on an overlapping range. */
export function withoutShownByEslint(
  ours: vscode.Diagnostic[],
  all: readonly vscode.Diagnostic[],
): vscode.Diagnostic[] {
  const shown = all.filter(isOurRuleByEslint);
  if (shown.length === 0) return ours;
  return ours.filter(
    (diagnostic) =>
      !shown.some(
        (other) =>
          pageOfRule(ruleOf(other)) === ruleOf(diagnostic) &&
          other.range.intersection(diagnostic.range) !== undefined,
      ),
  );
}

/**
 * Tells when what ESLint shows for our rules changes in a document, so that ours can be hidden or shown again. Changes
 * to other diagnostics, our own among them, are not told.
 */
export function onEslintFindingsChange(listener: () => void): vscode.Disposable {
  const seen = new Map<string, string>();
  return vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    let changed = false;
    for (const uri of uris) {
      const shown = vscode.languages.getDiagnostics(uri).filter(isOurRuleByEslint);
      const key = uri.toString();
      const signature = JSON.stringify(shown.map((diagnostic) => [ruleOf(diagnostic), diagnostic.range]));
      if ((seen.get(key) ?? '[]') === signature) continue;
      changed = true;
      if (shown.length === 0) seen.delete(key);
      else seen.set(key, signature);
    }
    if (changed) listener();
  });
}

function isOurRuleByEslint(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.source === eslintSource && ourRule.test(ruleOf(diagnostic));
}

function ruleOf(diagnostic: vscode.Diagnostic): string {
  const { code } = diagnostic;
  return String(typeof code === 'object' ? code.value : (code ?? ''));
}
