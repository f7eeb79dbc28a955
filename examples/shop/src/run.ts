import { fileURLToPath } from 'node:url';
import { playStory } from './play.ts';
import { storyAsText } from './story-text.ts';

/** Plays the story into `examples/shop/data`, or into the folder given as the first argument, and prints it. */
const folder = process.argv[2] ?? fileURLToPath(new URL('../data', import.meta.url));
process.stdout.write(storyAsText(await playStory(folder, new Date())));
