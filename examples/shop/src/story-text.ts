import { relative } from 'node:path';
import type { Story } from './play.ts';
import type { Fact, Scene } from './scenes/scene.ts';

/** The story for a terminal: a heading per scene, a line per fact, columns that stand under one another. */
export function storyAsText({ scenes, files }: Story): string {
  const where = files.map((file) => `  ${relative(process.cwd(), file) || file}`);
  return [...scenes.map(sceneAsText), ['Database files:', ...where].join('\n'), ''].join('\n\n');
}

function sceneAsText({ title, facts }: Scene): string {
  const wayWidth = Math.max(...facts.map(({ way }) => way.length));
  const answerWidth = Math.max(...facts.map((fact) => answersOf(fact).length));
  const lines = facts.map((fact) => {
    const columns = [fact.way.padEnd(wayWidth), answersOf(fact).padEnd(answerWidth), countsAsText(fact)];
    return `  ${columns.join('   ')}`.trimEnd();
  });
  return [title, ...lines].join('\n');
}

/** What was counted, in words: `2 attempts, 1 charge, 450 rupees`. */
export function countsAsText({ counts }: Fact): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${count === 1 ? singular(name) : name}`)
    .join(', ');
}

function answersOf({ answers }: Fact): string {
  return answers.join(', ');
}

function singular(name: string): string {
  return name === 'requests to the bank' ? 'request to the bank' : name.replace(/s$/, '');
}
