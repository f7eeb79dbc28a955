import { format, resolveConfig } from 'prettier';

/** @type {import('eslint-doc-generator').GenerateOptions} */
export default {
  pathRuleList: 'README.md',
  ruleListColumns: ['name', 'description', 'configsError', 'hasSuggestions', 'deprecated'],
  configEmoji: [
    ['recommended', '✅'],
    ['strict', '🔒'],
  ],
  // Pages are formatted like everything else, so that the format check and the drift check agree.
  postprocess: async (content, file) =>
    format(content, { ...(await resolveConfig(file)), parser: 'markdown' }),
};
