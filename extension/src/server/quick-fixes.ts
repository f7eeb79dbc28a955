import {
  CodeActionKind,
  type CodeAction,
  type Diagnostic,
  type Range,
  type SnippetTextEdit,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnosticSource } from '../lint/lint-protocol.ts';
import { pageOfRule } from '../pages/page-address.ts';
import { commands } from '../product.ts';
import { disableComment } from './disable-comment.ts';
import type { Checked, LintFinding } from './document-linter.ts';
import { rangeOf } from './finding-to-diagnostic.ts';

/**
 * What can be done about the diagnostics the editor shows: first the rules' own suggestions, then to silence a rule for
 * a line, then to read the page of a rule. Edits carry the document's version.
 * @param checked the outcome of checking this very version
 * @param shown the editor's diagnostics at the place asked about; findings that the editor hides get no actions
 * @param snippets whether the editor can put the cursor on the reason of a disable comment
 */
export function quickFixes(
  document: TextDocument,
  checked: Checked,
  shown: readonly Diagnostic[],
  snippets: boolean,
): CodeAction[] {
  const asked = checked.findings.flatMap((finding) => {
    const diagnostic = shown.find((candidate) => isDiagnosticOf(candidate, finding));
    return diagnostic ? [{ finding, diagnostic }] : [];
  });
  const versioned = (edits: (TextEdit | SnippetTextEdit)[]): CodeAction['edit'] => ({
    documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits }],
  });

  const suggestions: CodeAction[] = asked.flatMap(({ finding, diagnostic }) => {
    const offered = finding.suggestions ?? [];
    return offered.map((suggestion) => ({
      // A rule writes a sentence; an entry of a menu has no full stop.
      title: suggestion.desc.replace(/\.$/, ''),
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: offered.length === 1,
      edit: versioned([
        {
          range: {
            start: document.positionAt(suggestion.fix.range[0]),
            end: document.positionAt(suggestion.fix.range[1]),
          },
          newText: suggestion.fix.text,
        },
      ]),
    }));
  });

  const disables: CodeAction[] = asked.flatMap(({ finding, diagnostic }) => {
    const rule = pageOfRule(finding.ruleId);
    const comment = checked.sourceCode && disableComment(checked.sourceCode, finding.line, rule);
    if (!comment) return [];
    const at = document.positionAt(comment.offset);
    const range: Range = { start: at, end: at };
    return [
      {
        title: `Disable ${rule} for this line`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        edit: versioned([
          snippets
            ? {
                range,
                snippet: { kind: 'snippet', value: `${comment.before}\${1:reason}${comment.after}` },
              }
            : { range, newText: `${comment.before}reason${comment.after}` },
        ]),
      },
    ];
  });

  const pages: CodeAction[] = asked.map(({ finding, diagnostic }) => {
    const page = pageOfRule(finding.ruleId);
    const title = `Open the page of ${page}`;
    return {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      command: { title, command: commands.openRulePage, arguments: [page] },
    };
  });

  return withoutRepeats([...suggestions, ...disables, ...pages]);
}

function isDiagnosticOf(diagnostic: Diagnostic, finding: LintFinding): boolean {
  if (diagnostic.source !== diagnosticSource || diagnostic.code !== pageOfRule(finding.ruleId)) return false;
  const { start, end } = rangeOf(finding);
  const shown = diagnostic.range;
  return (
    shown.start.line === start.line &&
    shown.start.character === start.character &&
    shown.end.line === end.line &&
    shown.end.character === end.character
  );
}

/** Two findings of one rule on one line need one comment, and one link to the page. */
function withoutRepeats(actions: CodeAction[]): CodeAction[] {
  const seen = new Set<string>();
  return actions.filter((action) => {
    const key = JSON.stringify([action.title, action.edit ?? action.command]);
    return !seen.has(key) && seen.add(key);
  });
}
