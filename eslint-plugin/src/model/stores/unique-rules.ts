import type { Model } from '../model-of.ts';
import type { Node } from '../syntax.ts';
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
    if (this.#inSql(insert.store)) return 'seen';
    if (this.#inDefinition(insert.entity) || this.#inDefinition(lookUp.entity)) return 'seen';
    return lookUp.byUnique ? 'implied' : 'unknown';
  }

  #inSql(store: string): boolean {
    return this.#model
      .part(Stores)
      .statements.some(
        ({ statement }) =>
          statement.act === 'unique-rule' && statement.table !== null && storeName(statement.table) === store,
      );
  }

  /** A model, table or entity class defined in this file, whose definition has a unique column or index. */
  #inDefinition(entity: Node | null): boolean {
    if (entity?.type !== 'Identifier') return false;
    const variable = this.#model.bindings.variableOf(entity);
    const binding = variable && this.#model.bindings.bindingOf(variable);
    if (binding?.kind === 'class') return uniqueInDefinition.test(this.#textWithDecorators(binding.node));
    if (binding?.kind !== 'value' || binding.path.length > 0) return false;
    if (uniqueInDefinition.test(this.#text(binding.init))) return true;
    // A Mongoose model is made of a schema defined before; its index may stand on a line of its own.
    return this.#namesIn(binding.init).some((schema) => {
      const made = this.#model.bindings.bindingOf(schema);
      if (made.kind !== 'value') return false;
      if (uniqueInDefinition.test(this.#text(made.init))) return true;
      return schema.references.some(({ identifier }) => {
        const statement = (identifier as Node).parent?.parent;
        return statement?.type === 'CallExpression' && uniqueInDefinition.test(this.#text(statement));
      });
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

  #text(node: Node): string {
    return this.#model.sourceCode.text.slice(node.range[0], node.range[1]);
  }
}
