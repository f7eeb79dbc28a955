import type { Model } from '../model-of.ts';
import type { CallNode, Node } from '../syntax.ts';
import { contains, unwrap, writtenName } from '../syntax.ts';
import { storeName } from './names.ts';
import type { StoreOperation } from './operation.ts';
import { Stores } from './stores.ts';

/** Where we learned that a second row with the same key is refused. */
export type Uniqueness = 'seen' | 'implied' | 'unknown';

const uniqueInDefinition =
  /\bunique\s*:\s*true\b|\.unique\(|\bprimaryKey\b|\bprimary\s*:\s*true|@Unique\b|uniqueIndex|@PrimaryColumn\b|\bunique\(/;

/** Tells whether the file shows a unique rule on a store. */
export class UniqueRules {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Of the store that an operation is on; `lookUp` because Prisma's `findUnique` compiles only on a unique column. */
  of(lookUp: StoreOperation, insert: StoreOperation): Uniqueness {
    const columns = new Set(lookUp.fields.map(({ name }) => plainName(name)));
    if (this.#inSql(insert.store, columns)) return 'seen';
    if (this.#inDefinition(insert.entity, columns) || this.#inDefinition(lookUp.entity, columns))
      return 'seen';
    if (this.#byIndexOf(insert, columns)) return 'seen';
    // MongoDB's `_id` is unique in every collection.
    const byId = columns.has('_id') && insert.fields.some(({ name }) => name === '_id');
    return lookUp.byUnique || byId ? 'implied' : 'unknown';
  }

  /** A unique rule over a column that the look-up asks for; a table's own number for its rows keeps nobody apart. */
  #inSql(store: string, columns: ReadonlySet<string>): boolean {
    return this.#model
      .part(Stores)
      .statements.some(
        ({ statement }) =>
          statement.act === 'unique-rule' &&
          statement.table !== null &&
          storeName(statement.table) === store &&
          (columns.size === 0 || statement.columns.some((name) => columns.has(plainName(name)))),
      );
  }

  /** A model, table or entity class defined in this file, whose definition has a unique column or index. */
  #inDefinition(entity: Node | null, columns: ReadonlySet<string>): boolean {
    if (entity?.type !== 'Identifier') return false;
    const variable = this.#model.bindings.variableOf(entity);
    const binding = variable && this.#model.bindings.bindingOf(variable);
    if (binding?.kind === 'class') return uniqueInDefinition.test(this.#textWithDecorators(binding.node));
    if (binding?.kind !== 'value' || binding.path.length > 0) return false;
    if (this.#defines(binding.init, columns)) return true;
    // A Mongoose model is made of a schema defined before; its index may stand on a line of its own.
    return this.#namesIn(binding.init).some((schema) => {
      const made = this.#model.bindings.bindingOf(schema);
      if (made.kind !== 'value') return false;
      if (this.#defines(made.init, columns)) return true;
      return schema.references.some(({ identifier }) => {
        const statement = (identifier as Node).parent?.parent;
        return statement?.type === 'CallExpression' && this.#defines(statement, columns);
      });
    });
  }

  /** Does a definition make one of these columns unique: at the column itself, or in an index that names it? */
  #defines(definition: Node, columns: ReadonlySet<string>): boolean {
    if (!uniqueInDefinition.test(this.#model.textOf(definition))) return false;
    if (columns.size === 0) return true;
    const own = this.#model.index.properties.filter(
      (property) => contains(definition, property) && columns.has(plainName(writtenName(property) ?? '')),
    );
    if (own.some((property) => uniqueInDefinition.test(this.#model.textOf(property)))) return true;
    // `unique().on(table.eventId)`, `schema.index({ eventId: 1 }, { unique: true })`
    return this.#model.index.calls.some(
      (call) =>
        contains(definition, call) &&
        /(?:unique\w*|primaryKey|index)$/i.test(this.#calledPath(call)) &&
        uniqueInDefinition.test(this.#model.textOf(call)) &&
        [...this.#model.textOf(call).matchAll(/[\w$]+/g)].some(([word]) => columns.has(plainName(word))),
    );
  }

  /** `unique` in `unique('one').on(table.eventId)`, `schema.index` in `schema.index({ … })`. */
  #calledPath(call: CallNode): string {
    const callee = unwrap(call.callee);
    if (callee.type !== 'MemberExpression' || writtenName(callee) !== 'on') return this.#model.textOf(callee);
    const inner = unwrap(callee.object);
    return inner.type === 'CallExpression' ? this.#model.textOf(inner.callee) : '';
  }

  /** `events.createIndex({ eventId: 1 }, { unique: true })` on the collection that the insert is on. */
  #byIndexOf({ node }: StoreOperation, columns: ReadonlySet<string>): boolean {
    const collection = (call: Node): string | null =>
      'callee' in call && call.callee.type === 'MemberExpression'
        ? this.#model.textOf(call.callee.object)
        : null;
    return this.#model.functions.callsNamed('createIndex').some((call) => {
      const [keys, options] = call.arguments.map((argument) => unwrap(argument));
      if (
        keys?.type !== 'ObjectExpression' ||
        !options ||
        !uniqueInDefinition.test(this.#model.textOf(options))
      )
        return false;
      const named = keys.properties.some((property) => columns.has(plainName(writtenName(property) ?? '')));
      return named && collection(call) !== null && collection(call) === collection(node);
    });
  }

  #namesIn(node: Node): NonNullable<ReturnType<Model['bindings']['variableOf']>>[] {
    if (node.type !== 'CallExpression') return [];
    return node.arguments.flatMap((argument) => {
      const variable = argument.type === 'Identifier' ? this.#model.bindings.variableOf(argument) : null;
      return variable ? [variable] : [];
    });
  }

  #textWithDecorators(node: Node): string {
    const first = 'decorators' in node ? (node.decorators as Node[])[0] : undefined;
    return this.#model.sourceCode.text.slice(first?.range[0] ?? node.range[0], node.range[1]);
  }
}

/** `event_id` and `eventId` are one column in two spellings. */
function plainName(name: string): string {
  return name.length > 1 && !name.startsWith('_') ? name.replaceAll('_', '').toLowerCase() : name;
}
