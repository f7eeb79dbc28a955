/** What the lint client and the language server say to one another besides the Language Server Protocol. */

/** What became of one version of a document. `line` counts from 1. */
export type CheckOutcome =
  | { kind: 'checked'; findings: number; milliseconds: number }
  | { kind: 'does-not-parse'; line: number }
  | { kind: 'too-large'; characters: number }
  | { kind: 'rules-failed'; rules: string[]; findings: number };

export interface CheckedDocument {
  uri: string;
  version: number;
  outcome: CheckOutcome;
}

/** Notification from server to client after each check; its parameter is a `CheckedDocument`. */
export const documentCheckedMethod = 'idempotency/documentChecked';

export const languages = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'] as const;

export const presets = ['recommended', 'strict'] as const;
export type Preset = (typeof presets)[number];

/** `source` of each diagnostic of ours. */
export const diagnosticSource = 'idempotency';
