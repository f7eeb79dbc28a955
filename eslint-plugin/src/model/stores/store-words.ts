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

const known = new Map<string, number>();

/** What a function or method of this name may do. Most names do nothing, and are asked about again and again. */
function actsOfName(name: string): number {
  let acts = known.get(name);
  if (acts === undefined) {
    acts = 0;
    const add = (holds: boolean, more: number): void => {
      if (holds) acts = (acts ?? 0) | more | mayUse;
    };
    add(modelLookUps.has(name) || chainLookUps.has(name) || tableLinks.has(name), mayLookUp);
    add(modelInserts.has(name) || chainInserts.has(name) || atomicLinks.has(name), mayInsert);
    for (const act of [redisCommands.get(name), own(firestoreActs, name), own(dynamoVerbs, name)])
      add(act !== undefined, act ? ofAct[act] : 0);
    // A claim whose answer nobody reads counts as an insert.
    add(redisCommands.has(name) && name.startsWith('set'), mayInsert);
    for (const act of ['look-up', 'insert', 'claim'] as const) add(verbs[act].test(name), ofAct[act]);
    // DynamoDB's commands say what they do, not the method that sends them.
    add(name === 'send', mayLookUp | mayInsert);
    add(modelClaims.has(name) || statementRunners.test(name), 0);
    known.set(name, acts);
  }
  return acts;
}

const ofAct: Record<StoreAct, number> = { 'look-up': mayLookUp, insert: mayInsert, claim: 0 };

function own(acts: Record<string, StoreAct>, name: string): StoreAct | undefined {
  return Object.hasOwn(acts, name) ? acts[name] : undefined;
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
  const inserts = /\b(?:insert|replace|merge)\s/i.test(text) && /\binto\s/i.test(text);
  return (inserts ? mayInsert : 0) | (/\bselect\s/i.test(text) ? mayLookUp : 0);
}
