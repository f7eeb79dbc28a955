/** Proofs of what a key made of personal data does: where it ends up, and which operations it takes for one. */
import assert from 'node:assert/strict';
import { counted, testTable } from './measured-table.ts';
import type { Row } from './measured-table.ts';
import { openProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { versionsOf } from './rule-page.ts';
import type { Versions } from './rule-page.ts';
import type { Source } from './run-source.ts';

/** What the provider's books say after the operations of one person. */
export interface Count {
  requests: number;
  effects: number;
  /** Requests whose key tells the personal data to whoever reads the provider's log. */
  exposed: number;
}

export interface PersonalKey {
  /** How the title of the wrong example starts. */
  title: string;
  /** What really runs, for the table. */
  runs: string;
  /** What one person does: `2 payments`. */
  operations: string;
  /** What one effect is called: `charge`, `mail`. */
  effect: string;
  /** What must not be read in a key. */
  secret: string;
  operate(source: Source, provider: Provider): Promise<unknown>;
  expected: { written: Count; suggested: Count | null; right: Count };
}

/** Defines the tests of `no-sensitive-key`. */
export function proveWithPersonalKeys(rule: string, proofs: PersonalKey[]): void {
  describe(rule, () => {
    const rows: Row[] = [];
    for (const proof of proofs) describe(proof.title, () => proveOne(rule, proof, rows));

    testTable(rule, rows);
  });
}

function proveOne(rule: string, proof: PersonalKey, rows: Row[]): void {
  const { title, runs, operations, effect, secret, operate, expected } = proof;
  const cells: Record<string, string> = { 'really runs': runs, 'one person wants': operations };
  let versions: Versions;
  before(() => {
    versions = versionsOf(rule, title);
    rows.push({ example: versions.written.title, cells });
  });

  const prove = (column: string, version: keyof Versions, count: Count | null): void => {
    if (count === null) {
      it(`${column}: there is none`, () => {
        assert.equal(versions[version], null);
        cells[column] = '(none is offered)';
      });
      return;
    }
    const counts = `${counted(count.effects, effect)}, ${counted(count.exposed, 'key')} exposed`;
    it(`${column}: ${counts}`, async () => {
      const source = versions[version];
      assert.ok(source, 'the rule suggests nothing');
      const provider = await openProvider();
      try {
        await operate(source, provider);
      } finally {
        await provider.close();
      }
      const found = countOf(provider, secret);
      cells[column] =
        `${counted(found.effects, effect)}; the address in ${found.exposed} of ${counted(found.requests, 'key')}`;
      assert.deepEqual(found, count);
    });
  };
  prove('as written', 'written', expected.written);
  prove('after the suggestion', 'suggested', expected.suggested);
  prove('right example', 'right', expected.right);
}

function countOf({ log, effects }: Provider, secret: string): Count {
  const exposed = log.filter(({ key }) => readings(key ?? '').some((text) => text.includes(secret)));
  return { requests: log.length, effects: effects.length, exposed: exposed.length };
}

/** A key as it stands, and each of its parts out of base64. */
function readings(key: string): string[] {
  return [key, ...key.split('|').map((part) => Buffer.from(part, 'base64').toString('utf8'))];
}
