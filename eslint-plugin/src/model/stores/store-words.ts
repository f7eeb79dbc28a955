import type { StoreAct } from '../../catalogue/databases.ts';
import {
  atomicLinks,
  chainInserts,
  chainLookUps,
  dynamoVerbs,
  firestoreActs,
  modelClaims,
  modelInserts,
  modelLookUps,
  redisCommands,
  statementRunners,
  tableLinks,
  verbs,
} from '../../catalogue/databases.ts';
import type { CallNode, Node } from '../syntax.ts';
import { unwrap, writtenName } from '../syntax.ts';

/** What a call may do to a store by the names it is written with: bits, so that names can be added up. */
export const mayLookUp = 1;
export const mayInsert = 2;
/** A call that may use a store in another way: claims, and SQL whose text says what it does. */
const mayUse = 4;

const ofAct: Record<StoreAct, number> = { 'look-up': mayLookUp, insert: mayInsert, claim: 0 };

/** What the names in the catalogue's lists may do. */
function listedNames(): Map<string, number> {
  const listed = new Map<string, number>();
  const add = (names: Iterable<string>, acts: number): void => {
    for (const name of names) listed.set(name, (listed.get(name) ?? 0) | acts | mayUse);
  };
  for (const names of [modelLookUps, chainLookUps, tableLinks]) add(names, mayLookUp);
  for (const names of [modelInserts, chainInserts, atomicLinks]) add(names, mayInsert);
  add(modelClaims, 0);
  for (const acts of [redisCommands, Object.entries(firestoreActs), Object.entries(dynamoVerbs)])
    for (const [name, act] of acts) add([name], ofAct[act]);
  // A claim whose answer nobody reads counts as an insert.
  for (const name of redisCommands.keys()) if (name.startsWith('set')) add([name], mayInsert);
  // DynamoDB's commands say what they do, not the method that sends them.
  add(['send'], mayLookUp | mayInsert);
  return listed;
}

const listed = listedNames();
const known = new Map<string, number>();
/** Most names are none of these, and one expression tells it. */
const anyVerb = new RegExp(
  Object.values(verbs)
    .map(({ source }) => source)
    .join('|'),
);

/** What a function or method of this name may do. Most names do nothing, and are asked about again and again. */
function actsOfName(name: string): number {
  const before = known.get(name);
  if (before !== undefined) return before;
  let acts = listed.get(name) ?? 0;
  if (anyVerb.test(name)) {
    for (const act of ['look-up', 'insert', 'claim'] as const)
      if (verbs[act].test(name)) acts |= ofAct[act] | mayUse;
  }
  if (acts === 0 && statementRunners.test(name)) acts = mayUse;
  // A name that is a piece of a text keeps the whole text in memory.
  if (known.size >= 1000) known.clear();
  known.set(name, acts);
  return acts;
}

/**
 * What a call may do to a store, by the names of its chain as they are written; 0 for a call that needs no closer
 * look. SQL is not looked into: ask {@link actsOfSql}.
 */
export function actsOfCall(call: CallNode, claimFunctions: ReadonlySet<string>): number {
  let acts = 0;
  let node: Node = unwrap(call.callee);
  for (;;) {
    if (node.type === 'MemberExpression') {
      const name = writtenName(node);
      if (name !== null) acts |= actsOfName(name) | (claimFunctions.has(name) ? mayUse : 0);
      node = unwrap(node.object);
    } else if (node.type === 'CallExpression') {
      node = unwrap(node.callee);
    } else {
      if (node.type === 'Identifier')
        acts |= actsOfName(node.name) | (claimFunctions.has(node.name) ? mayUse : 0);
      return acts;
    }
  }
}

/** What the SQL in a file with this text may do, whatever the functions that run it are called. */
export function actsOfSql(text: string): number {
  const inserts = /\binto\s/i.test(text) && /\b(?:insert|replace|merge)\s/i.test(text);
  return (inserts ? mayInsert : 0) | (/\bselect\s/i.test(text) ? mayLookUp : 0);
}
