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

const known = new Map<string, boolean>();

/** Can a function or method of this name have to do with a store? Most names cannot, and are asked about again and again. */
function isStoreWord(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) {
    answer =
      modelLookUps.has(name) ||
      modelInserts.has(name) ||
      modelClaims.has(name) ||
      chainLookUps.has(name) ||
      chainInserts.has(name) ||
      atomicLinks.has(name) ||
      tableLinks.has(name) ||
      redisCommands.has(name) ||
      statementRunners.test(name) ||
      name in firestoreActs ||
      name in dynamoVerbs ||
      Object.values(verbs).some((verb) => verb.test(name));
    known.set(name, answer);
  }
  return answer;
}

/** Is a call worth a closer look? Reads the names of its chain as they are written. */
export function mayUseStore(call: CallNode, claimFunctions: ReadonlySet<string>): boolean {
  let node: Node = unwrap(call.callee);
  for (;;) {
    if (node.type === 'MemberExpression') {
      const name = writtenName(node);
      if (name !== null && (isStoreWord(name) || claimFunctions.has(name))) return true;
      node = unwrap(node.object);
    } else if (node.type === 'CallExpression') {
      node = unwrap(node.callee);
    } else {
      return node.type === 'Identifier' && (isStoreWord(node.name) || claimFunctions.has(node.name));
    }
  }
}
