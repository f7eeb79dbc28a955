import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import * as prettier from 'prettier';
import { httpClients } from '../../../eslint-plugin/src/catalogue/http-clients.ts';
import { providers } from '../../../eslint-plugin/src/catalogue/providers.ts';
import { testedMajor } from '../eslint-versions.ts';
import type { Applied } from './applied-suggestions.ts';
import { eachApplied, findingsIn, oneAfterTheOther } from './applied-suggestions.ts';
import { compile } from './compiled.ts';
import { Coverage, librariesOf } from './coverage.ts';

/** A file that is wrong, and what it becomes. */
interface Case {
  name: string;
  file: string;
  before: string;
  after: string;
  /** Each suggestion of the file, taken alone. */
  alone: Applied[];
  /** The file with the first suggestion taken, the first two, and so on. */
  together: string[];
}

const folder = path.join(import.meta.dirname, 'sources');
const sources = (under: string): string[] =>
  globSync('**/*.{ts,js,cjs}', { cwd: path.join(folder, under) })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
const read = (...parts: string[]): string => readFileSync(path.join(folder, ...parts), 'utf8');
function write(under: string, name: string, text: string): void {
  const file = path.join(folder, under, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What each file is told that gets no suggestion, where any would be a wrong one. */
const offeredNothing: Record<string, number> = {
  'other-drivers.ts': 1,
  'places.ts': 7,
  'rows-and-promises.ts': 3,
  'several-operations.ts': 8,
  'shared-options.ts': 4,
  'sql-texts.ts': 2,
  'unique-elsewhere.ts': 2,
  'work-first.ts': 4,
};

const kinds = ['hoist', 'dropCounter', 'keepHeader', 'send', 'claim', 'random'];

/** Databases whose race-free insert the rules know. */
const claimed = [
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/lib-dynamodb',
  '@google-cloud/firestore',
  '@prisma/client',
  'better-sqlite3',
  'drizzle-orm',
  'ioredis',
  'mongodb',
  'mongoose',
  'node:sqlite',
  'pg',
  'redis',
  'sequelize',
];

/** What the rules speak and no case shows, and why. */
const leftOut: Record<string, string> = {
  Dwolla: 'its SDK comes without types',
  'Angular HttpClient': 'Angular and rxjs would be a tenth of all that is installed here',
};

describe('suggestions', () => {
  const cases: Case[] = sources('before').map((name) => {
    const file = path.join(folder, 'before', name);
    const before = read('before', name);
    const together = oneAfterTheOther(before, file);
    if (process.env['IDEMPOTENCY_UPDATE_SUGGESTIONS'] === '1')
      write('after', name, together.at(-1) ?? before);
    return {
      name,
      file,
      before,
      after: read('after', name),
      alone: eachApplied(before, file),
      together,
    };
  });
  const coverage = new Coverage(kinds);
  for (const { before, alone } of cases)
    for (const { kind } of alone) coverage.count(kind, librariesOf(before));

  for (const { name, file, before, after, alone, together } of cases) {
    describe(name, () => {
      it('is right once its suggestions are taken', () => {
        assert.ok(alone.length > 0, 'nothing is suggested');
        assert.equal(together.at(-1), after);
        assert.deepEqual(findingsIn(after, file), []);
      });

      it('is silent where a suggestion is taken, and says nothing new', () => {
        for (const { text, left, told } of alone) {
          const said = (findings: typeof told): string[] =>
            findings.map(({ rule, message }) => `${rule}: ${message}`).sort();
          assert.deepEqual(said(told), said(left), text);
        }
      });

      it('keeps every comment, and can be formatted', async () => {
        const comments = (text: string): string[] =>
          (parser.parse(text, { comment: true, filePath: file, loc: false }).comments ?? [])
            .map(({ value }) => value.trim())
            .sort();
        for (const { text } of alone) {
          assert.deepEqual(comments(text), comments(before));
          await prettier.format(text, { filepath: file });
        }
      });
    });
  }

  describe('against the types of the libraries', () => {
    // The texts are the same under both majors of ESLint, as the cases above say.
    if (testedMajor !== 10) return;
    const numbered = (file: string, step: string): string => file.replace(/(\.\w+)$/, `.${step}$1`);
    const texts = new Map<string, string>();
    for (const { file, before, alone, together } of cases) {
      texts.set(file, before);
      for (const [at, { text }] of alone.entries()) texts.set(numbered(file, `alone-${at}`), text);
      // The first of them is the first one alone.
      for (const [at, text] of together.entries())
        if (at > 0) texts.set(numbered(file, `together-${at}`), text);
    }
    for (const name of sources('none')) texts.set(path.join(folder, 'none', name), read('none', name));
    let errors: ReadonlyMap<string, string[]> = new Map();

    before(function () {
      this.timeout(240_000);
      errors = compile(texts);
    });

    for (const file of texts.keys()) {
      it(`${path.relative(folder, file).replaceAll('\\', '/')} compiles`, () => {
        assert.deepEqual(errors.get(file), [], texts.get(file));
      });
    }
  });

  describe('are left out where they would be wrong', () => {
    it('in every file of that folder', () => {
      assert.deepEqual(sources('none'), Object.keys(offeredNothing));
    });

    for (const [name, findings] of Object.entries(offeredNothing)) {
      it(name, () => {
        const told = findingsIn(read('none', name), path.join(folder, 'none', name));
        assert.equal(told.length, findings);
        assert.deepEqual(
          told.flatMap(({ suggestions }) => suggestions),
          [],
        );
      });
    }
  });

  describe('of every kind, for every library that the rules speak', () => {
    after(() => console.log(coverage.table()));

    it('every kind is taken', () => {
      assert.deepEqual(
        kinds.filter((kind) => coverage.total(kind) === 0),
        [],
      );
    });

    it('a key is sent through every client', () => {
      const missing = httpClients.filter(
        ({ name, packages }) => !(name in leftOut) && !packages.some((one) => coverage.has('send', one)),
      );
      assert.deepEqual(
        missing.map(({ name }) => name),
        [],
      );
    });

    it('a key is given to every SDK that takes one', () => {
      const missing = providers.filter(
        ({ name, key, packages }) =>
          key !== null && !(name in leftOut) && !packages.some((one) => coverage.has('send', one)),
      );
      assert.deepEqual(
        missing.map(({ name }) => name),
        [],
      );
    });

    it('a race is won in every database', () => {
      assert.deepEqual(
        claimed.filter((library) => !coverage.has('claim', library)),
        [],
      );
    });
  });
});
