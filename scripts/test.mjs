import { continueWith } from './bootstrap.mjs';

await continueWith('run-tests.ts');
