/** Lints a folder with our own plugin, as its users would, and prints the findings for a person. */
import path from 'node:path';
import { styleText } from 'node:util';
import { ESLint, type Linter } from 'eslint';
import { root } from './project.ts';

/** Breaks a text into lines of at most `width` characters, at spaces. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/**
 * Lints the sources of a folder with the built plugin's `recommended` rules and prints each finding with its place,
 * rule and message.
 * @param folder absolute path
 * @throws when a file cannot be linted
 */
export async function printFindings(folder: string): Promise<void> {
  const { default: plugin } = (await import(path.join(root, 'eslint-plugin/dist/index.js'))) as {
    default: { configs: { recommended: Linter.Config | Linter.Config[] } };
  };
  const parser = (await import('@typescript-eslint/parser')) as unknown as Linter.Parser;
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      { files: ['**/*.{ts,tsx}'], languageOptions: { parser } },
      ...[plugin.configs.recommended].flat(),
    ],
  });
  const results = await eslint.lintFiles(['src/**/*.{js,jsx,ts,tsx}']);
  const width = Math.min(process.stdout.columns ?? 110, 110) - 6;
  let total = 0;
  for (const { filePath, messages } of results) {
    const file = path.relative(root, filePath);
    for (const { line, column, ruleId, message, fatal } of messages) {
      if (fatal) throw new Error(`${file}:${line} cannot be linted: ${message}`);
      total++;
      console.log(
        `  ${styleText('cyan', `${file}:${line}:${column}`)}  ${styleText('yellow', ruleId ?? '')}`,
      );
      for (const part of wrap(message, width)) console.log(`      ${part}`);
    }
  }
  const inFiles = results.filter(({ messages }) => messages.length > 0).length;
  console.log(`\n  ${total} findings in ${inFiles} of ${results.length} files.`);
}
