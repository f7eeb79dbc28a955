import type * as vscode from 'vscode';
import type { LintClient } from './lint-client.ts';

/** The lint client, loaded when there is something to check: it brings the whole language client with it. */
export class Linter implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  #client: LintClient | undefined;
  #disposed = false;

  constructor(extensionUri: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#extensionUri = extensionUri;
    this.#log = log;
  }

  /** Starts the language server; a failure goes to the log. */
  async start(): Promise<void> {
    try {
      const { LintClient } = await import('./lint-client.ts');
      if (this.#disposed) return;
      this.#client ??= new LintClient(this.#extensionUri, this.#log);
      await this.#client.start();
    } catch (error) {
      this.#log.error(`The linter did not start: ${(error as Error).message}`);
    }
  }

  /** Ends the language server and starts it anew, or starts it for the first time. */
  async restart(): Promise<void> {
    if (this.#client) await this.#client.restart();
    else await this.start();
  }

  dispose(): void {
    this.#disposed = true;
    this.#client?.dispose();
  }
}
