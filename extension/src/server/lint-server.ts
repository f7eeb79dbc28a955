/** The language server: its own process, diagnostics by pull, quick fixes with versioned edits. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  CodeActionKind,
  createConnection,
  DidChangeConfigurationNotification,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type CancellationToken,
  type DiagnosticServerCancellationData,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import {
  diagnosticSource,
  documentCheckedMethod,
  type CheckedDocument,
  type Preset,
} from '../lint/lint-protocol.ts';
import { checkText, type Checked } from './document-linter.ts';
import { DocumentSettings } from './document-settings.ts';
import { toDiagnostic } from './finding-to-diagnostic.ts';
import { quickFixes } from './quick-fixes.ts';

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
const settings = new DocumentSettings(connection);

/** The last check of each open document, and what it was a check of. */
const checks = new Map<string, { version: number; preset: Preset; checked: Checked }>();
const faultsTold = new Set<string>();
const withdrawn = 'The check was withdrawn.';
let snippetEdits = false;

connection.onInitialize(({ capabilities }) => {
  snippetEdits = capabilities.workspace?.workspaceEdit?.snippetEditSupport === true;
  return {
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      diagnosticProvider: {
        identifier: diagnosticSource,
        interFileDependencies: false,
        workspaceDiagnostics: false,
      },
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
    },
  };
});

connection.onInitialized(() => {
  void connection.client.register(DidChangeConfigurationNotification.type, { section: 'idempotency' });
});

connection.onDidChangeConfiguration(() => {
  settings.forgetAll();
  // An editor that cannot be asked to pull again shows the new findings after the next change.
  connection.languages.diagnostics.refresh().catch(() => undefined);
});

documents.onDidClose(({ document }) => {
  checks.delete(document.uri);
  settings.forget(document.uri);
});

connection.languages.diagnostics.on(async ({ textDocument }, token) => {
  const checked = await check(textDocument.uri, token);
  if (checked === 'withdrawn') {
    // The editor asks again by itself when it still wants to know.
    return new ResponseError<DiagnosticServerCancellationData>(LSPErrorCodes.RequestCancelled, withdrawn, {
      retriggerRequest: true,
    });
  }
  return { kind: DocumentDiagnosticReportKind.Full, items: (checked?.findings ?? []).map(toDiagnostic) };
});

connection.onCodeAction(async ({ textDocument, context }, token) => {
  const wanted = context.only ?? [CodeActionKind.QuickFix];
  if (!wanted.some((kind) => kind === '' || kind === CodeActionKind.QuickFix)) return [];
  if (!context.diagnostics.some((diagnostic) => diagnostic.source === diagnosticSource)) return [];
  const checked = await check(textDocument.uri, token);
  if (checked === 'withdrawn') return new ResponseError<void>(LSPErrorCodes.RequestCancelled, withdrawn);
  const document = documents.get(textDocument.uri);
  return document && checked ? quickFixes(document, checked, context.diagnostics, snippetEdits) : [];
});

/** The check of the document's present version: the last one where it still holds, else a new one. */
async function check(uri: string, token: CancellationToken): Promise<Checked | 'withdrawn' | null> {
  const preset = await settings.preset(uri);
  // A check cannot be interrupted, so what has arrived meanwhile (a withdrawal, a newer text) is let in first.
  await turn();
  if (token.isCancellationRequested) return 'withdrawn';
  const document = documents.get(uri);
  if (!document) return null;
  const known = checks.get(uri);
  if (known?.version === document.version && known.preset === preset) return known.checked;
  const checked = checkText(document.getText(), URI.parse(uri).path, document.languageId, preset);
  checks.set(uri, { version: document.version, preset, checked });
  tell(document, checked);
  return checked;
}

function tell(document: TextDocument, checked: Checked): void {
  for (const { rule, message } of checked.faults) {
    const line = `The rule ${rule} stopped with a fault and is left out where it does: ${message}`;
    if (faultsTold.has(line)) continue;
    faultsTold.add(line);
    connection.console.error(line);
  }
  const note: CheckedDocument = {
    uri: document.uri,
    version: document.version,
    outcome: checked.outcome,
  };
  void connection.sendNotification(documentCheckedMethod, note);
}

documents.listen(connection);
connection.listen();
