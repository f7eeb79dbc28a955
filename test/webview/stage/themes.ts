/** VS Code's own themes, as the variables that a page finds on its root element. */
export const themes = {
  'Dark Modern': { file: 'dark-v2', bodyClass: 'vscode-dark', kind: 'vscode-dark' },
  'Light Modern': { file: 'light-v2', bodyClass: 'vscode-light', kind: 'vscode-light' },
  'Dark High Contrast': { file: 'hc-dark', bodyClass: 'vscode-high-contrast', kind: 'vscode-high-contrast' },
  'Light High Contrast': {
    file: 'hc-light',
    bodyClass: 'vscode-high-contrast vscode-high-contrast-light',
    kind: 'vscode-high-contrast-light',
  },
} as const;
export type ThemeName = keyof typeof themes;

/** Names and values of the theme's variables, with fonts that the test browser has. */
export async function themeVariables(name: ThemeName): Promise<[string, string][]> {
  const address = import.meta.resolve(
    `@vscode-elements/webview-playground/dist/themes/${themes[name].file}.js`,
  );
  const { theme } = (await import(address)) as { theme: [string, string][] };
  return [
    ...theme.filter(([variable]) => !variable.includes('font')),
    ['--vscode-font-family', 'sans-serif'],
    ['--vscode-font-size', '13px'],
    ['--vscode-font-weight', 'normal'],
    ['--vscode-editor-font-family', 'monospace'],
  ];
}
