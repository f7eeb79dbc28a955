import type { TSESLint } from '@typescript-eslint/utils';
import type { Linter, Rule } from 'eslint';
import type { Model } from '../../../eslint-plugin/src/model/model-of.ts';
import { modelOf } from '../../../eslint-plugin/src/model/model-of.ts';
import { readSettings } from '../../../eslint-plugin/src/settings.ts';
import { loadESLint, testedMajor } from '../eslint-versions.ts';
import { languageOptions } from '../rule-tester.ts';

const { Linter: ESLintLinter } = loadESLint(testedMajor);

/** Asks a question of the model of a file, as a rule would; `ask` gets null where the text points to nothing. */
export function askModel<Answer>(code: string, ask: (model: Model | null) => Answer): Answer {
  const answers: Answer[] = [];
  const rule: Rule.RuleModule = {
    create: (context) => ({
      'Program:exit'() {
        const sourceCode = context.sourceCode as unknown as TSESLint.SourceCode;
        answers.push(ask(modelOf(sourceCode, readSettings(context.settings))));
      },
    }),
  };
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { model: { rules: { ask: rule } } },
    rules: { 'model/ask': 'error' },
    languageOptions,
  };
  const [problem] = new ESLintLinter({ configType: 'flat' }).verify(code, [config], { filename: 'case.ts' });
  if (problem) throw new Error(`the test's own code does not lint: ${problem.message}`);
  const [answer] = answers;
  if (answers.length !== 1) throw new Error('the model was not asked');
  return answer as Answer;
}
