/** User settings that keep VS Code quiet and the same on every machine while tests run in it. */
export const testSettings: Record<string, unknown> = {
  'editor.fontFamily': 'DejaVu Sans Mono, monospace',
  'editor.minimap.enabled': false,
  'files.autoSave': 'off',
  'git.enabled': false,
  'security.workspace.trust.untrustedFiles': 'open',
  'typescript.disableAutomaticTypeAcquisition': true,
  'window.confirmBeforeClose': 'never',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
};
