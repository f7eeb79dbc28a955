import type { Connection } from 'vscode-languageserver/node';
import { presets, type Preset } from '../lint/lint-protocol.ts';

/** Which preset holds for a document. Asked once per document; all answers are dropped when any setting changes. */
export class DocumentSettings {
  readonly #connection: Connection;
  readonly #presets = new Map<string, Promise<Preset>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The preset for a document; `recommended` where the setting is missing or is no preset. */
  preset(uri: string): Promise<Preset> {
    let preset = this.#presets.get(uri);
    if (!preset) {
      preset = this.#ask(uri);
      this.#presets.set(uri, preset);
      preset.catch(() => this.#presets.delete(uri));
    }
    return preset;
  }

  forget(uri: string): void {
    this.#presets.delete(uri);
  }

  forgetAll(): void {
    this.#presets.clear();
  }

  async #ask(uri: string): Promise<Preset> {
    const value: unknown = await this.#connection.workspace.getConfiguration({
      scopeUri: uri,
      section: 'idempotency.lint.preset',
    });
    return presets.find((preset) => preset === value) ?? 'recommended';
  }
}
