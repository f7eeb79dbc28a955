/** Proofs by a provider whose answers are lost on the way back. */
import assert from 'node:assert/strict';
import { counted, testTable } from './measured-table.ts';
import type { Row } from './measured-table.ts';
import { openProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { versionsOf } from './rule-page.ts';
import type { Versions } from './rule-page.ts';
import type { Source } from './run-source.ts';

/** What the provider's books say after one operation. */
export interface Count {
  effects: number;
  requests: number;
  /** Different keys among the requests; a request without one counts as none. */
  keys: number;
}

export interface LostAnswers {
  /** How the title of the wrong example starts. */
  title: string;
  /** What really runs, for the table. */
  runs: string;
  /** What one effect is called: `charge`, `refund`. */
  effect: string;
  /** How many answers are lost, from the first on. */
  lost: number;
  /** Carries one operation out with this version of the example; throws when the caller gets no answer. */
  operate(source: Source, provider: Provider): Promise<unknown>;
  expected: Record<'undisturbed' | 'written' | 'suggested' | 'right', Count>;
}

/** Defines the tests of a rule whose wrong examples do things twice when answers are lost. */
export function proveWithLostAnswers(rule: string, proofs: LostAnswers[]): void {
  describe(rule, () => {
    const rows: Row[] = [];
    for (const proof of proofs) describe(proof.title, () => proveOne(rule, proof, rows));

    testTable(rule, rows);
  });
}

function proveOne(rule: string, { title, runs, effect, lost, operate, expected }: LostAnswers, rows: Row[]) {
  const cells: Record<string, string> = { 'really runs': `${runs}, ${counted(lost, 'answer')} lost` };
  let versions: Versions;
  before(() => {
    versions = versionsOf(rule, title);
    rows.push({ example: versions.written.title, cells });
  });

  const prove = (column: string, version: keyof Versions, losses: number, count: Count): void => {
    it(`${column}: ${counted(count.effects, effect)} of ${counted(count.requests, 'request')}`, async function () {
      // The libraries wait between attempts as they do by default.
      this.timeout(60_000);
      const source = versions[version];
      assert.ok(source, 'the rule suggests nothing');
      const provider = await openProvider(Array.from({ length: losses }, () => 'lose-reply'));
      try {
        await operate(source, provider);
      } finally {
        await provider.close();
      }
      const found = countOf(provider);
      cells[column] = say(found, effect);
      assert.deepEqual(found, count);
    });
  };
  prove('as written, nothing lost', 'written', 0, expected.undisturbed);
  prove('as written', 'written', lost, expected.written);
  prove('after the suggestion', 'suggested', lost, expected.suggested);
  prove('right example', 'right', lost, expected.right);
}

function countOf({ log, effects }: Provider): Count {
  const keys = new Set(log.map(({ key }) => key).filter((key) => key !== null));
  return { effects: effects.length, requests: log.length, keys: keys.size };
}

function say({ effects, requests, keys }: Count, effect: string): string {
  const named = keys === 0 ? 'no key' : counted(keys, 'key');
  return `${counted(effects, effect)} (${counted(requests, 'request')}, ${named})`;
}
