import * as parser from '@typescript-eslint/parser';
import { seededNumbers, type NextNumber } from './seeded-numbers.ts';

type Range = readonly [number, number];

interface Spot {
  type: string;
  range: Range;
}

interface Branch extends Spot {
  test: Spot;
  consequent: Spot;
  alternate: Spot | null;
}

/** Where a program can be changed, as ranges of its text. */
export interface Spots {
  /** Bodies of programs, functions, blocks, cases and namespaces. */
  bodies: Spot[][];
  members: Spot[][];
  calls: Spot[];
  arguments: Spot[][];
  branches: Branch[];
  names: Spot[];
}

interface Edit {
  range: Range;
  text: string;
}

/** What an identifier is renamed to: words the rules look for, and one they know nothing of. */
const newNames = [
  'attempt',
  'retry',
  'idempotencyKey',
  'key',
  'insert',
  'fetch',
  'randomUUID',
  'email',
  'stranger',
];

/** What is done to a statement. The mutant need not parse: whoever asks for one tries that. */
const onStatement: readonly ((text: string) => string)[] = [
  () => '',
  (text) => `${text}\n${text}`,
  (text) => `for (let attempt = 0; attempt < 3; attempt++) { try { ${text}\nbreak; } catch (error) {} }`,
  (text) => `for (const item of items) { ${text} }`,
  (text) => `try { ${text} } catch (error) { ${text} }`,
  (text) => `try { ${text} } finally { done(); }`,
  (text) => `retry(async (bail, attempt) => { ${text} });`,
  (text) => `items.forEach(function (item) { ${text} });`,
  (text) => `await (async () => { ${text} })();`,
  (text) => `async function outer(key) { async function inner() { ${text} } return inner(); }`,
  (text) => `again: while (true) { if (done) continue again; ${text} }`,
  (text) => `switch (action.type) { case 'RETRY': ${text} break; default: }`,
];

/** What is done to a call or to what is awaited. */
const onCall: readonly ((text: string) => string)[] = [
  () => 'undefined',
  (text) => `pRetry(() => ${text})`,
  (text) => `(${text})?.catch(() => ${text})`,
  (text) => `[...[${text}]]`,
  (text) => `fetch(\`/\${attempt}\`, { method: 'POST', headers: { 'Idempotency-Key': ${text} } })`,
  (text) => `({ idempotencyKey: ${text} }).idempotencyKey`,
];

/** What is put beside a statement: faults the rules know, with the names of wherever they land. */
const planted: readonly string[] = [
  `for (let attempt = 0; attempt < 3; attempt++) { try { await fetch('/charges', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() } }); break; } catch {} }`,
  `for (;;) { try { return await axios.post('/charges', { amount }); } catch (error) { if (!error.response) continue; throw error; } }`,
  `await pRetry(() => stripe.paymentIntents.create({ amount }, { idempotencyKey: \`\${orderId}-\${Date.now()}\` }));`,
  `const options = { idempotencyKey: \`pay-\${user.email}\` }; await stripe.charges.create({ amount }, options);`,
  `if (await prisma.idempotencyKey.findUnique({ where: { key } })) return; await charge(); await prisma.idempotencyKey.create({ data: { key } });`,
  `if ((await db.query('SELECT 1 FROM processed_events WHERE event_id = $1', [event.id])).rows[0]) return; await send(event); await db.query('INSERT INTO processed_events (event_id) VALUES ($1)', [event.id]);`,
];

const bodyOwners = new Set(['BlockStatement', 'Program', 'StaticBlock', 'TSModuleBlock']);

/**
 * Finds the places that can be changed.
 * @param filename decides the syntax (`.tsx`, `.jsx` and `.js` have JSX)
 * @throws the parser's error where the code does not parse
 */
export function spotsOf(code: string, filename: string): Spots {
  const { ast, visitorKeys } = parser.parseForESLint(code, {
    range: true,
    filePath: filename,
    ecmaFeatures: { jsx: true },
  });
  const spots: Spots = { bodies: [], members: [], calls: [], arguments: [], branches: [], names: [] };
  // Not by recursion: the depth of real programs is not ours to choose.
  const open: Spot[] = [ast as unknown as Spot];
  for (let node = open.pop(); node; node = open.pop()) {
    const held = node as unknown as Record<string, unknown>;
    if (bodyOwners.has(node.type)) spots.bodies.push(held['body'] as Spot[]);
    else if (node.type === 'SwitchCase') spots.bodies.push(held['consequent'] as Spot[]);
    else if (node.type === 'ClassBody') spots.members.push(held['body'] as Spot[]);
    else if (node.type === 'CallExpression' || node.type === 'AwaitExpression') spots.calls.push(node);
    else if (node.type === 'IfStatement') spots.branches.push(node as Branch);
    else if (node.type === 'Identifier') spots.names.push(node);
    const given = held['arguments'];
    if (Array.isArray(given) && given.length > 0) spots.arguments.push(given as Spot[]);
    for (const key of visitorKeys[node.type] ?? []) {
      const children = (Array.isArray(held[key]) ? held[key] : [held[key]]) as (Spot | null | undefined)[];
      for (const child of children) if (child) open.push(child);
    }
  }
  for (const list of ['bodies', 'members'] as const) {
    spots[list] = spots[list].filter(({ length }) => length > 0);
  }
  return spots;
}

/** How often a mutant that does not parse is made anew with other numbers. */
const tries = 20;

/**
 * Texts for one mutant, to be tried one after the other until one parses; each differs from the program.
 * The numbers follow from the seed, the program and the mutant's own number: neither the path of a file nor the other
 * mutants have a say, so that one mutant can be made again.
 */
export function* mutantsOf(code: string, spots: Spots, seed: number, mutant: number): Generator<string> {
  const next = seededNumbers(`${seed} ${mutant} ${code}`);
  for (let left = tries; left > 0; left--) {
    const changed = mutantOf(code, spots, next);
    if (changed !== code) yield changed;
  }
}

/**
 * Changes one to three places of a program that do not overlap. The mutant may not parse, and may be the program
 * itself where there was nothing to change.
 */
function mutantOf(code: string, spots: Spots, next: NextNumber): string {
  const edits: Edit[] = [];
  for (let left = 1 + next(3); left > 0; left--) {
    const more = editsOn(code, spots, next);
    if (!more.some((edit) => edits.some((other) => overlap(edit.range, other.range)))) edits.push(...more);
  }
  let changed = code;
  for (const { range, text } of edits.sort((one, other) => other.range[0] - one.range[0])) {
    changed = changed.slice(0, range[0]) + text + changed.slice(range[1]);
  }
  return changed;
}

function overlap(one: Range, other: Range): boolean {
  return one[0] <= other[1] && other[0] <= one[1];
}

function pick<Thing>(things: readonly Thing[], next: NextNumber): Thing | undefined {
  return things[next(Math.max(things.length, 1))];
}

/** One change: none where the program has no place for the kind that the numbers chose. */
function editsOn(code: string, spots: Spots, next: NextNumber): Edit[] {
  const kind = next(14);
  if (kind < 6) {
    const spot = pick(pick(spots.bodies, next) ?? [], next);
    return changed(code, spot, kind < 4 ? pick(onStatement, next) : planting(next));
  }
  if (kind === 6) return inverted(code, pick(spots.branches, next));
  if (kind < 9) return changed(code, pick(spots.calls, next), pick(onCall, next));
  if (kind === 9) return swapped(code, pick(spots.bodies, next) ?? [], next);
  if (kind === 10) return onMember(code, pick(spots.members, next) ?? [], next);
  if (kind === 11) return changed(code, pick(spots.names, next), () => pick(newNames, next) ?? '');
  return withoutArgument(pick(spots.arguments, next) ?? [], next);
}

function planting(next: NextNumber): (text: string) => string {
  const plant = pick(planted, next) ?? '';
  return (text) => [`${plant}\n${text}`, `${text}\n${plant}`, `{ ${text} ${plant} }`][next(3)] ?? text;
}

function textOf(code: string, { range }: Spot): string {
  return code.slice(range[0], range[1]);
}

function changed(
  code: string,
  spot: Spot | undefined,
  change: ((text: string) => string) | undefined,
): Edit[] {
  return spot && change ? [{ range: spot.range, text: change(textOf(code, spot)) }] : [];
}

function exchanged(code: string, one: Spot, other: Spot): Edit[] {
  return [
    { range: one.range, text: textOf(code, other) },
    { range: other.range, text: textOf(code, one) },
  ];
}

function swapped(code: string, list: readonly Spot[], next: NextNumber): Edit[] {
  const [one, other] = [pick(list, next), pick(list, next)];
  return one && other && one !== other ? exchanged(code, one, other) : [];
}

function onMember(code: string, list: readonly Spot[], next: NextNumber): Edit[] {
  if (next(2) === 0) return swapped(code, list, next);
  return changed(code, pick(list, next), next(2) === 0 ? () => '' : (text) => `${text}\n${text}`);
}

/** A call with one argument less, and without the comma that goes with it. */
function withoutArgument(list: readonly Spot[], next: NextNumber): Edit[] {
  const at = next(Math.max(list.length, 1));
  const [before, argument, after] = [list[at - 1], list[at], list[at + 1]];
  if (!argument) return [];
  const start = after || !before ? argument.range[0] : before.range[1];
  return [{ range: [start, after ? after.range[0] : argument.range[1]], text: '' }];
}

/** `if (a) b; else c;` turned into `if (!(a)) c; else b;`. */
function inverted(code: string, branch: Branch | undefined): Edit[] {
  if (!branch) return [];
  const { test, consequent, alternate } = branch;
  const not = { range: test.range, text: `!(${textOf(code, test)})` };
  return alternate ? [not, ...exchanged(code, consequent, alternate)] : [not];
}
