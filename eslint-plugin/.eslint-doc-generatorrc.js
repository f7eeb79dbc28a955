/** @type {import('eslint-doc-generator').GenerateOptions} */
export default {
  pathRuleList: 'README.md',
  ruleListColumns: ['name', 'description', 'configsError', 'hasSuggestions', 'deprecated'],
  configEmoji: [
    ['recommended', '✅'],
    ['strict', '🔒'],
  ],
};
