import { DiagnosticSeverity, type Diagnostic, type Range } from 'vscode-languageserver/node';
import { diagnosticSource } from '../lint/lint-protocol.ts';
import { linkToRulePage, pageOfRule } from '../pages/page-address.ts';
import type { LintFinding } from './document-linter.ts';

/** A finding as the editor shows it; its code is the rule, and leads to the rule's page. */
export function toDiagnostic(finding: LintFinding): Diagnostic {
  return {
    range: rangeOf(finding),
    severity: finding.severity === 2 ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: diagnosticSource,
    // The source beside it already says whose rule it is.
    code: pageOfRule(finding.ruleId),
    codeDescription: { href: linkToRulePage(finding.ruleId) },
    message: finding.message,
  };
}

/** ESLint counts lines and columns from 1, the protocol from 0. */
export function rangeOf(finding: LintFinding): Range {
  const start = { line: Math.max(0, finding.line - 1), character: Math.max(0, finding.column - 1) };
  const end =
    finding.endLine === undefined || finding.endColumn === undefined
      ? start
      : { line: finding.endLine - 1, character: finding.endColumn - 1 };
  return { start, end };
}
