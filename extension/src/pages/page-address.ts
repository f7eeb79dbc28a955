/** Where the page of a rule is found. Imported by the language server too, so nothing of `vscode` stands here. */
import { commands, pageAddress } from '../product.ts';

const ruleNamespace = 'idempotency/';

/** `no-key-per-attempt` of `idempotency/no-key-per-attempt`. */
export function pageOfRule(ruleId: string): string {
  return ruleId.startsWith(ruleNamespace) ? ruleId.slice(ruleNamespace.length) : ruleId;
}

/**
 * The link behind a diagnostic's code: the public page, or while there is none, the command that shows the page from
 * the package. VS Code follows command links of diagnostics of installed extensions.
 */
export function linkToRulePage(ruleId: string): string {
  const page = pageOfRule(ruleId);
  if (pageAddress !== null) return `${pageAddress}/${page}`;
  return `command:${commands.openRulePage}?${encodeURIComponent(JSON.stringify([page]))}`;
}

/** Names of pages come from links and from a web page: nothing that could leave the folder of pages. */
export function isPageName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9-]{1,64}$/.test(name);
}
