/** Proofs by several copies of one request, run at the same time. */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { counted } from './measured-table.ts';
import type { Row } from './measured-table.ts';
import { meetingOf } from './meeting.ts';
import type { Meeting } from './meeting.ts';
import { versionsOf } from './rule-page.ts';
import type { Versions } from './rule-page.ts';
import { runSource } from './run-source.ts';
import type { Source } from './run-source.ts';

/** What the copies of one request share and what each of them has for itself. */
export interface Stage {
  /** What one copy finds under the names that the example uses and does not declare. */
  names(copy: number): Record<string, unknown>;
  /** Sends the request. */
  send(example: never, copy: number): Promise<unknown>;
  /** How often the effect has happened, by the books of whoever keeps them. */
  effects(): number | Promise<number>;
  close(): Promise<void>;
}

export interface Meetings {
  /** Where a copy comes when it has looked the key up. */
  looked: Meeting;
  /** Where a copy comes when it is about to do the work, or has left without. */
  decided: Meeting;
}

export interface Outcome {
  effects: number;
  /** What the callers of the two copies got, in no order. */
  answers: string[];
  /** What one more copy gets when both are through. */
  later: string;
}

export interface Copies {
  /** How the title of the wrong example starts. */
  title: string;
  /** What really runs, for the table. */
  runs: string;
  /** What one effect is called: `charge`, `credit`. */
  effect: string;
  open(version: keyof Versions, meetings: Meetings): Promise<Stage>;
  expected: Record<'alone' | 'written' | 'right', Outcome> & { suggested: Outcome | null };
}

const storage = new AsyncLocalStorage<Record<string, unknown>>();

/** Defines the tests of one example of a rule whose wrong examples fail when copies meet. */
export function proveWithCopies(rule: string, proof: Copies, rows: Row[]): void {
  const { title, runs, effect, expected } = proof;
  const cells: Record<string, string> = { 'really runs': `${runs}, two copies` };
  let versions: Versions;
  before(() => {
    versions = versionsOf(rule, title);
    rows.push({ example: versions.written.title, cells });
  });

  const prove = (column: string, version: keyof Versions, outcome: Outcome | null, copies = 2): void => {
    if (outcome === null) {
      it(`${column}: there is none`, () => {
        assert.equal(versions[version], null);
        cells[column] = '(none is offered)';
      });
      return;
    }
    it(`${column}: ${say(outcome, effect)}`, async () => {
      const source = versions[version];
      assert.ok(source, 'the rule suggests nothing');
      const found = await outcomeOf(source, proof, version, copies);
      cells[column] = say(found, effect);
      assert.deepEqual(found, outcome);
    });
  };
  prove('as written, undisturbed', 'written', expected.alone, 1);
  prove('as written', 'written', expected.written);
  prove('after the suggestion', 'suggested', expected.suggested);
  prove('right example', 'right', expected.right);
}

async function outcomeOf(
  source: Source,
  { open }: Copies,
  version: keyof Versions,
  copies: number,
): Promise<Outcome> {
  const meetings: Meetings = { looked: meetingOf(copies), decided: meetingOf(copies) };
  const stage = await open(version, meetings);
  try {
    // What an example does when it is loaded, its first copy does.
    const run = (work: (example: never) => Promise<Outcome>): Promise<Outcome> =>
      storage.run(stage.names(0), () => runSource(source, namesByCopy(stage), work));
    return await run(async (example) => {
      const send = (copy: number): Promise<string> =>
        storage.run(stage.names(copy), () => answerOf(stage.send(example, copy)));
      const sent = Array.from({ length: copies }, async (_, copy) => {
        const answer = await send(copy);
        void meetings.decided.come();
        return answer;
      });
      const answers = (await Promise.all(sent)).sort();
      const later = await send(0);
      return { effects: await stage.effects(), answers, later };
    });
  } finally {
    await stage.close();
  }
}

/** Globals that are another value for each copy, as they are for two processes of a server. */
function namesByCopy(stage: Stage): Record<string, unknown> {
  const names: Record<string, unknown> = {};
  for (const name of Object.keys(stage.names(0))) {
    Object.defineProperty(names, name, { get: () => storage.getStore()?.[name], enumerable: true });
  }
  return names;
}

async function answerOf(sent: Promise<unknown>): Promise<string> {
  try {
    const answer = await sent;
    return answer === undefined ? 'done' : String(answer);
  } catch (error) {
    return `error ${codeOf(error) ?? String(error)}`;
  }
}

/** The database's own code of an error; Drizzle keeps it in the cause. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

function say({ effects, answers, later }: Outcome, effect: string): string {
  return `${counted(effects, effect)} (${answers.join(', ')}; later ${later})`;
}
