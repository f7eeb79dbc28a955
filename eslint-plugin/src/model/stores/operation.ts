import type { TSESTree } from '@typescript-eslint/utils';
import type { StoreAct } from '../../catalogue/databases.ts';
import type { CallNode, Node } from '../syntax.ts';

export type StoreLibrary =
  'sql' | 'builder' | 'prisma' | 'model' | 'redis' | 'dynamodb' | 'firestore' | 'mongodb' | 'memory' | 'own';

/** A field of a condition or of a new row: `{ eventId: event.id }`, `.eq('key', key)`, a column of an SQL text. */
export interface Field {
  name: string;
  value: Node | null;
}

/** One look-up, insert or claim, at the expression that performs it. */
export interface StoreOperation {
  act: StoreAct;
  library: StoreLibrary;
  node: CallNode | TSESTree.TaggedTemplateExpression;
  /** The table, model, collection or key space in one spelling; operations on the same store have the same name. */
  store: string;
  /** What names the table in the code: a literal, a model, an entity class. */
  entity: Node | null;
  fields: Field[];
  /** The values that say which row or entry is meant. */
  keys: Node[];
  /** Performed before the expression is done, with no promise: better-sqlite3, a Map. */
  synchronous: boolean;
  /** The insert fails without throwing: the error is a property of the answer (Supabase). */
  returnsErrors: boolean;
  /** A claim whose answer nobody reads, so that it lets everybody win. */
  unread?: boolean;
  /** Looked up by a unique column, as the library's types demand (Prisma's `findUnique`). */
  byUnique: boolean;
}
