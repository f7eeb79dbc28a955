import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The only folder a page may load from. */
export function pageRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The document of the inspector's page. Its policy allows one script, by a nonce of this very document, and style and
 * font from the page's folder; no connection, no image, no frame, no inline code. The title is constant: paths and
 * names of tables stay out of it.
 */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(24).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extensionUri), name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  // The id is the one by which <vscode-icon> finds the icon font for its shadow root.
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${file('inspector.css')}" id="vscode-codicon-stylesheet" />
    <title>Key table</title>
  </head>
  <body>
    <idempotency-inspector></idempotency-inspector>
    <script type="module" nonce="${nonce}" src="${file('inspector.js')}"></script>
  </body>
</html>
`;
}
