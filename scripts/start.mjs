import { continueWith } from './bootstrap.mjs';

await continueWith('run-shop-tour.ts');
