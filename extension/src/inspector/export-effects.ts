import * as vscode from 'vscode';
import { effectsMarkdown } from 'idempotency-inspector';
import type { EffectsParams, UserError } from 'idempotency-inspector/protocol';
import type { KeyStoreConnection } from './inspector-page.ts';
import type { EffectsFormat } from './page-messages.ts';

const formats = {
  markdown: { label: 'Markdown', extension: 'md' },
  json: { label: 'JSON', extension: 'json' },
} as const;

const open = 'Open';

/** The report is no answer to a request of the page, so that its number is one that the page does not use. */
const noRequest = 0;

/**
 * Saves a double-charge report where the user chooses. It is made anew from the question: a page does not say what is
 * written into a file.
 */
export async function exportEffects(
  store: KeyStoreConnection,
  format: EffectsFormat,
  params: EffectsParams,
): Promise<void> {
  const { label, extension } = formats[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `double-charges.${extension}`;
  const target = await vscode.window.showSaveDialog({
    title: `Export double charges as ${label}`,
    filters: { [label]: [extension] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  if (!target) return;
  const location = vscode.ProgressLocation.Notification;
  const failure = await vscode.window.withProgress(
    { location, title: 'Exporting double charges', cancellable: true },
    async (_progress, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      try {
        const request = { id: noRequest, method: 'effects', params } as const;
        const reply = await store.request(request, controller.signal);
        if (controller.signal.aborted) return 'cancelled';
        if ('error' in reply) return reply.error;
        if (!('report' in reply.result)) return null;
        const { report } = reply.result;
        const text = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : effectsMarkdown(report);
        await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
        return null;
      } catch {
        return notWritten;
      } finally {
        subscription.dispose();
      }
    },
  );
  if (failure === 'cancelled') return;
  if (failure) {
    void vscode.window.showErrorMessage(`${failure.what} ${failure.why} ${failure.action}`);
    return;
  }
  const chosen = await vscode.window.showInformationMessage('The double charges are saved.', open);
  if (chosen === open) await vscode.window.showTextDocument(target);
}

const notWritten: UserError = {
  code: 'not-written',
  what: 'The file could not be written.',
  why: 'Its folder is gone, full or may not be written to.',
  action: 'Choose another place.',
};
