import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import {
  CloseAction,
  DocumentDiagnosticRequest,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
  vsdiag,
  type LanguageClientOptions,
} from 'vscode-languageclient/node';
import { displayName } from '../product.ts';
import { documentCheckedMethod, languages, type CheckedDocument } from './lint-protocol.ts';
import { LintStatus } from './lint-status.ts';
import { RestartPolicy } from './restart-policy.ts';
import { onEslintFindingsChange, withoutShownByEslint } from './shown-by-eslint.ts';

/** Documents that are somebody's text; the two sides of a diff, output and the like are not. */
const schemes = ['file', 'untitled', 'vscode-vfs', 'vscode-remote'];

/** How long typing must pause before a check, in milliseconds. */
const pause = 150;

/** The language server, its restarts, and what of its diagnostics is shown. */
export class LintClient implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #log: vscode.LogOutputChannel;
  readonly #status = new LintStatus();
  readonly #restarts = new RestartPolicy();
  readonly #checkedVersions = new WeakMap<vscode.TextDocument, number>();
  readonly #subscriptions: vscode.Disposable[] = [];
  #disposed = false;

  constructor(extensionUri: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#log = log;
    const server = {
      module: vscode.Uri.joinPath(extensionUri, 'dist', 'lint-server.cjs').fsPath,
      transport: TransportKind.ipc,
    };
    this.#client = new LanguageClient(
      'idempotency',
      displayName,
      { run: server, debug: server },
      this.#options(),
    );
    this.#client.onNotification(documentCheckedMethod, (note: CheckedDocument) => this.#checked(note));
    this.#subscriptions.push(
      this.#status,
      onEslintFindingsChange(() => this.#pullAgain()),
    );
  }

  async start(): Promise<void> {
    await this.#client.start();
    this.#status.running(true);
  }

  /** A new start at the user's wish; earlier crashes no longer count. */
  async restart(): Promise<void> {
    this.#restarts.reset();
    await this.#client.restart();
    this.#status.running(true);
  }

  dispose(): void {
    this.#disposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    // The server is told to end, and ends by itself when its parent is gone.
    this.#client.dispose().catch(() => undefined);
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language }))),
      outputChannel: this.#log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticPullOptions: { onChange: true, onSave: false, onFocus: false },
      middleware: {
        provideDiagnostics: async (
          document,
          previousResultId,
          token,
          next,
        ): Promise<vsdiag.DocumentDiagnosticReport> => {
          const uri = document instanceof vscode.Uri ? document : document.uri;
          const mode = vscode.workspace
            .getConfiguration('idempotency.lint', uri)
            .get<string>('enable', 'auto');
          const none: vsdiag.DocumentDiagnosticReport = {
            kind: vsdiag.DocumentDiagnosticReportKind.full,
            items: [],
          };
          if (mode === 'off') return none;
          if (!(document instanceof vscode.Uri)) await this.#typingPaused(document, token);
          const report = (await next(document, previousResultId, token)) ?? none;
          if (mode !== 'auto' || report.kind !== vsdiag.DocumentDiagnosticReportKind.full) return report;
          const items = withoutShownByEslint(report.items, vscode.languages.getDiagnostics(uri));
          return { ...report, items };
        },
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.#closed(),
      },
    };
  }

  /** A document is checked at once when it is opened, and after a pause while somebody types in it. */
  async #typingPaused(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<void> {
    const checked = this.#checkedVersions.get(document);
    if (checked !== undefined && checked !== document.version) {
      const typed = new AbortController();
      const subscription = token.onCancellationRequested(() => typed.abort());
      await wait(pause, undefined, { signal: typed.signal }).catch(() => undefined);
      subscription.dispose();
      if (token.isCancellationRequested) throw new vscode.CancellationError();
    }
    this.#checkedVersions.set(document, document.version);
  }

  async #closed(): Promise<{ action: CloseAction; handled: true; message: string }> {
    const delay = this.#disposed ? null : this.#restarts.afterCrash(Date.now());
    if (delay !== null) {
      await wait(delay);
      if (!this.#disposed) {
        return {
          action: CloseAction.Restart,
          handled: true,
          message: 'The linter ended unexpectedly and is started again.',
        };
      }
    }
    if (!this.#disposed) this.#givenUp();
    return {
      action: CloseAction.DoNotRestart,
      handled: true,
      message: 'The linter has ended and is not started again.',
    };
  }

  #givenUp(): void {
    this.#status.running(false);
    const restart = 'Restart';
    const showLog = 'Show log';
    void vscode.window
      .showErrorMessage(
        'Idempotency has stopped checking files, because its linter ended several times in a row. ' +
          'Restart it, or see its log.',
        restart,
        showLog,
      )
      .then((answer) => {
        if (answer === restart) return this.restart();
        if (answer === showLog) this.#log.show();
        return undefined;
      });
  }

  #checked(note: CheckedDocument): void {
    this.#status.checked(note);
    const { outcome } = note;
    const file = vscode.workspace.asRelativePath(vscode.Uri.parse(note.uri));
    if (outcome.kind === 'does-not-parse') {
      this.#log.debug(`${file} is not checked: it does not parse, see line ${outcome.line}.`);
    } else if (outcome.kind === 'too-large') {
      this.#log.info(`${file} is not checked: it has ${outcome.characters} characters, more than 2,000,000.`);
    } else if (outcome.kind === 'checked') {
      this.#log.trace(`${file}: ${outcome.findings} findings in ${outcome.milliseconds.toFixed(1)} ms.`);
    }
  }

  #pullAgain(): void {
    const feature = this.#client.getFeature(DocumentDiagnosticRequest.method);
    for (const document of vscode.workspace.textDocuments) {
      const provider = feature?.getProvider(document);
      // One provider serves all documents, and one event makes it ask for all of them.
      if (!provider) continue;
      provider.onDidChangeDiagnosticsEmitter.fire();
      return;
    }
  }
}
