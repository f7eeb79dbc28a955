import type { TSESTree } from '@typescript-eslint/utils';
import type { StoreAct } from '../../catalogue/databases.ts';
import { keyValuePackages } from '../../catalogue/databases.ts';
import { storeTypes } from '../../catalogue/databases-key-names.ts';
import { isLocalModule } from '../../catalogue/packages.ts';
import { membersOf } from '../class-members.ts';
import type { Model } from '../model-of.ts';
import type { Root } from '../things.ts';
import { ProviderCalls } from '../writes/provider-calls.ts';
import type { CallNode, Node } from '../syntax.ts';
import { calledName, classAround, unwrap, writtenName } from '../syntax.ts';
import type { Link } from './links.ts';
import { endsChain, linksOf } from './links.ts';
import type { StoreOperation } from './operation.ts';
import { actsOfCall, actsOfSql, mayInsert, mayLookUp } from './store-words.ts';
import { memoryOperation, ownOperation, redisNames, redisOperation } from './recognise-key-values.ts';
import {
  builderOperation,
  dynamoOperation,
  firestoreOperation,
  modelOperation,
} from './recognise-queries.ts';
import { sqlOf, sqlOperations } from './recognise-sql.ts';
import type { SqlStatement } from './sql-text.ts';
import { holedTextOf } from './statement-text.ts';
import { readSql } from './sql-text.ts';

/** A place that may use a store, and what it may do there by its names. */
interface Candidate {
  node: TSESTree.CallExpression | TSESTree.TaggedTemplateExpression;
  acts: number;
}

interface Libraries {
  dynamo: boolean;
  firestore: boolean;
  redis: boolean;
}

/** What a file does to its stores, in source order, and what it says about isolation and locks in SQL. */
export class Stores {
  readonly #model: Model;
  #operations: readonly StoreOperation[] | undefined;
  #candidates: readonly Candidate[] | undefined;
  #libraries: Libraries | undefined;
  readonly #known = new Map<Candidate['node'], readonly StoreOperation[]>();
  #statements: { node: Node; statement: SqlStatement }[] | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Every look-up, insert and claim that can be told from the code, in source order. */
  get operations(): readonly StoreOperation[] {
    return (this.#operations ??= this.#all
      .flatMap((candidate) => this.#operationsAt(candidate))
      .sort((a, b) => a.node.range[0] - b.node.range[0]));
  }

  /**
   * The look-ups and inserts on stores that are both asked and filled; in most files none. Resolves no more calls than
   * it takes to tell: those that insert by their names first, and the look-ups only when there is an insert.
   */
  get paired(): readonly StoreOperation[] {
    if (!this.mayPair) return [];
    const inserts = this.#those(mayInsert, 'insert');
    if (inserts.length === 0) return [];
    const filled = new Set(inserts.map(({ store }) => store));
    const lookUps = this.#those(mayLookUp, 'look-up').filter(({ store }) => filled.has(store));
    const asked = new Set(lookUps.map(({ store }) => store));
    return [...lookUps, ...inserts.filter(({ store }) => asked.has(store))];
  }

  /** Can anything be asked and filled, by the names of the calls alone? */
  get mayPair(): boolean {
    return this.#all.some(({ acts }) => acts & mayInsert) && this.#all.some(({ acts }) => acts & mayLookUp);
  }

  #those(may: number, act: StoreAct): StoreOperation[] {
    return this.#all
      .filter(({ acts }) => acts & may)
      .flatMap((candidate) => this.#operationsAt(candidate))
      .filter((operation) => operation.act === act);
  }

  /** Every SQL statement written in the file, run or only prepared, in source order. */
  get statements(): readonly { node: Node; statement: SqlStatement }[] {
    if (!this.#statements) {
      const { index, bindings } = this.#model;
      this.#statements = index.templates.flatMap((node) => {
        const holed = holedTextOf(bindings, node);
        return (holed ? (readSql(holed.text) ?? []) : []).map((statement) => ({ node, statement }));
      });
    }
    return this.#statements;
  }

  /** The calls and tagged templates that are worth a closer look by their names. */
  get #all(): readonly Candidate[] {
    if (this.#candidates) return this.#candidates;
    const { index, settings, sourceCode, words } = this.#model;
    const bySql = words.has('sql') ? actsOfSql(sourceCode.text) : 0;
    const candidates: Candidate[] = [];
    for (const node of index.calls) {
      const acts = node.type === 'CallExpression' ? actsOfCall(node, settings.claimFunctions) : 0;
      if (node.type === 'CallExpression' && acts !== 0 && endsChain(node))
        candidates.push({ node, acts: acts | bySql });
    }
    // A tagged template is a store's only when it is SQL.
    for (const { parent: node } of bySql === 0 ? [] : index.templates) {
      if (node?.type === 'TaggedTemplateExpression' && !isArgument(node))
        candidates.push({ node, acts: bySql });
    }
    return (this.#candidates = candidates);
  }

  #operationsAt({ node }: Candidate): readonly StoreOperation[] {
    let operations = this.#known.get(node);
    if (!operations) {
      operations =
        node.type === 'CallExpression' ? this.#operationsOf(node) : this.#operationsOfTemplate(node);
      this.#known.set(node, operations);
    }
    return operations;
  }

  #operationsOfTemplate(node: TSESTree.TaggedTemplateExpression): StoreOperation[] {
    const link: Link = { name: '', call: null, args: [node] };
    const holed = holedTextOf(this.#model.bindings, node);
    const statements = holed && readSql(holed.text);
    return statements ? sqlOperations(node, [link], { statements, holed, bound: [] }) : [];
  }

  #operationsOf(call: TSESTree.CallExpression): StoreOperation[] {
    const { bindings, things, settings, words } = this.#model;
    const thing = things.thingOf(call);
    const links = linksOf(thing);
    const sql = words.has('sql') ? sqlOf(bindings, links) : null;
    if (sql) return sqlOperations(call, links, sql);
    if (this.#model.functions.calleeOf(call)) return [];
    const libraries = (this.#libraries ??= librariesIn(this.#model.sourceCode.text));
    const linksOfNode = (node: Node): Link[] => linksOf(things.thingOf(node));
    const told =
      (libraries.dynamo ? dynamoOperation(bindings, links) : null) ??
      (libraries.firestore ? firestoreOperation(bindings, links, linksOfNode) : null) ??
      builderOperation(bindings, links);
    if (told) return [{ ...told, node: call }];
    const receiver = this.#receiverOf(call);
    const found =
      memoryOperation(links, thing, receiver.name) ??
      (libraries.redis ? redisOperation(bindings, call, links, thing, receiver.name) : null) ??
      modelOperation(bindings, links, receiver) ??
      (mayKeepValues(thing.root) && !this.#model.part(ProviderCalls).of(call)
        ? ownOperation(bindings, call, calledName(call), receiver, settings.claimFunctions)
        : null);
    return found ? [{ ...found, node: call }] : [];
  }

  /** What a method is called on, as a name; the entity of its written type where it has one. */
  #receiverOf(call: CallNode): { name: string | null; entity: Node | null; isModel: boolean } {
    const callee = unwrap(call.callee);
    if (callee.type !== 'MemberExpression') return { name: null, entity: null, isModel: false };
    let object = unwrap(callee.object);
    // The verb of `Model.findOne(q).lean()` is called on `Model`.
    while (object.type === 'CallExpression') {
      const inner = unwrap(object.callee);
      if (inner.type !== 'MemberExpression') break;
      object = unwrap(inner.object);
    }
    const entity = this.#entityOf(object);
    if (entity) return { name: entity.name, entity, isModel: true };
    const typed = this.#annotationOf(object);
    const type =
      typed?.type === 'TSTypeReference' && typed.typeName.type === 'Identifier' ? typed.typeName.name : null;
    const { root, steps } = this.#model.things.thingOf(object);
    if (
      root.kind === 'type' &&
      steps.length === 0 &&
      root.package === 'mongodb' &&
      root.name === 'Collection'
    )
      return { name: root.as, entity: null, isModel: true };
    if (type !== null && storeTypes.test(type)) return { name: type, entity: null, isModel: false };
    if (object.type === 'NewExpression') return { ...nameOfClass(object.callee), isModel: true };
    if (object.type === 'Identifier') {
      const made = this.#madeBy(object);
      if (made) return { ...made, isModel: true };
      return { name: object.name, entity: object, isModel: /^[A-Z][A-Za-z0-9]*[a-z]/.test(object.name) };
    }
    if (object.type === 'MemberExpression') {
      const name = writtenName(object);
      return { name, entity: null, isModel: name !== null && /^[A-Z][A-Za-z0-9]*[a-z]/.test(name) };
    }
    return { name: null, entity: null, isModel: false };
  }

  /** `const row = new Row({…}); row.save()` saves a `Row`. */
  #madeBy(identifier: TSESTree.Identifier): { name: string | null; entity: Node | null } | null {
    const variable = this.#model.bindings.variableOf(identifier);
    const binding = variable && this.#model.bindings.bindingOf(variable);
    if (binding?.kind !== 'value' || binding.path.length > 0) return null;
    const init = unwrap(binding.init);
    return init.type === 'NewExpression' && /^[A-Z]/.test(identifier.name) === false && isSaved(init)
      ? nameOfClass(init.callee)
      : null;
  }

  /** The entity in `Repository<Entity>`, `Model<Entity>` of a parameter, variable or field, or in `getRepository(Entity)`. */
  #entityOf(object: Node): TSESTree.Identifier | null {
    const annotation = this.#annotationOf(object);
    if (annotation?.type === 'TSTypeReference') {
      const [argument] = annotation.typeArguments?.params ?? [];
      const outer = annotation.typeName.type === 'Identifier' ? annotation.typeName.name : '';
      const named = argument?.type === 'TSTypeReference' ? argument.typeName : null;
      if (/Repository|Model|Collection|Dao|Store/.test(outer) && named?.type === 'Identifier') return named;
    }
    if (!this.#model.words.has('repositories')) return null;
    const repository = linksOf(this.#model.things.thingOf(object)).find(
      ({ name }) => name === 'getRepository',
    );
    const given = repository?.args[0] && unwrap(repository.args[0]);
    return given?.type === 'Identifier' ? given : null;
  }

  #annotationOf(object: Node): TSESTree.TypeNode | null {
    const { bindings, index } = this.#model;
    if (object.type === 'Identifier') {
      const variable = bindings.variableOf(object);
      const binding = variable && bindings.bindingOf(variable);
      return binding?.kind === 'parameter' && binding.path.length === 0 ? binding.annotation : null;
    }
    if (object.type !== 'MemberExpression' || unwrap(object.object).type !== 'ThisExpression') return null;
    const owner = classAround(object);
    const name = writtenName(object);
    return (owner && name !== null && membersOf(owner, index.assignments).get(name)?.annotation) || null;
  }
}

/** Which libraries a file with this text may use: what they recognise their calls by has to be written in it. */
function librariesIn(text: string): Libraries {
  return {
    dynamo: /TableName|Command\b/.test(text),
    firestore: /\b(?:doc|collection)\b/.test(text),
    redis: redisNames.test(text),
  };
}

/** Is this a store of the project, or of a package that keeps values? Clients of other packages ask and create, too. */
function mayKeepValues(root: Root): boolean {
  const from = root.kind === 'import' || root.kind === 'type' ? root.package : null;
  return from === null || isLocalModule(from) || keyValuePackages.test(from);
}

/** Only models are worth following through a variable; `new Map()` and clients are not. */
function isSaved(node: TSESTree.NewExpression): boolean {
  const { name } = nameOfClass(node.callee);
  return (
    name !== null &&
    node.arguments.length <= 1 &&
    !/^(?:Map|Set|WeakMap|Date|URL|Headers|FormData)$/.test(name)
  );
}

function nameOfClass(callee: Node): { name: string | null; entity: Node | null } {
  const inner = unwrap(callee);
  if (inner.type === 'Identifier') return { name: inner.name, entity: inner };
  return { name: inner.type === 'MemberExpression' ? writtenName(inner) : null, entity: null };
}

function isArgument(node: Node): boolean {
  const { parent } = node;
  return parent?.type === 'CallExpression' && parent.arguments.includes(node as never);
}
