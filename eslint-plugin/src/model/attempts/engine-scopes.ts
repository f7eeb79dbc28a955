import type { TSESTree } from '@typescript-eslint/utils';
import { counterNames } from '../../catalogue/key-makers.ts';
import type { EngineCall } from '../../catalogue/queues.ts';
import {
  activityModule,
  consumerFunctionTypes,
  consumerParameterTypes,
  engineCalls,
  jobDecorators,
  stepDirective,
  workflowModule,
} from '../../catalogue/queues.ts';
import { retryDecorators } from '../../catalogue/retry-libraries.ts';
import type { AttemptScope } from './attempt-scope.ts';
import { membersOf } from '../class-members.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import { QueueBudgets } from './queue-budgets.ts';
import { RetriedFunctions } from './retried-functions.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { ancestors, isFunction, unwrap, writtenName } from '../syntax.ts';
import { lastName, pathOf } from '../things.ts';

/** Functions that something outside this file runs again: steps, activities, tasks, handlers, decorated methods. */
export class EngineScopes {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Is this workflow code, in which the engine replays randomness and time? */
  get isReplayed(): boolean {
    return this.#model.packages.has(workflowModule) && !this.#model.packages.has(activityModule);
  }

  scopes(): Map<FunctionNode, AttemptScope> {
    const scopes = new Map<FunctionNode, AttemptScope>();
    const note = (
      region: FunctionNode | null,
      scope: Omit<AttemptScope, 'region' | 'counts' | 'entry' | 'kind'>,
    ): void => {
      if (!region || scopes.has(region)) return;
      const counts: AttemptScope['counts'] = (variable) => counterNames.test(variable.name);
      scopes.set(region, { ...scope, kind: 'engine', region, entry: null, counts });
    };
    const engines = engineCalls.filter((engine) => this.#isUsed(engine));
    for (const call of engines.length > 0 ? this.#model.index.calls : []) {
      for (const engine of engines) {
        if (!this.#isCallOf(engine, call)) continue;
        for (const region of this.#functionsRun(engine, call)) {
          note(region, { who: engine.engine, promise: engine.promise, keepsResult: engine.keepsResult });
        }
      }
    }
    for (const decorator of this.#model.index.decorators) {
      const who = this.#retryDecorator(decorator);
      const method = decorator.parent;
      if (who === null || method.type !== 'MethodDefinition' || !isFunction(method.value)) continue;
      note(method.value, { who, promise: 'retries', keepsResult: false });
    }
    for (const { region, engine } of this.#decoratedJobs()) {
      note(region, { who: engine, promise: 'retries', keepsResult: false });
    }
    for (const { region, engine, promise } of this.#typedConsumers()) {
      note(region, { who: engine, promise, keepsResult: false });
    }
    for (const node of this.#model.index.functions) {
      if (this.#isActivity(node)) note(node, { who: 'Temporal', promise: 'retries', keepsResult: false });
      if (isStep(node)) note(node, { who: 'the workflow engine', promise: 'retries', keepsResult: true });
      const consumed = consumerOf(node);
      if (consumed) note(node, { who: consumed, promise: 'redelivers', keepsResult: false });
    }
    return scopes;
  }

  #isUsed({ packages, onlyWith }: EngineCall): boolean {
    const { packages: imported, functions } = this.#model;
    // Inngest's client is a module of the project: its own method names it.
    if (!packages) return functions.callsNamed('createFunction').length > 0;
    if (!packages.some((name) => imported.has(name))) return false;
    // bee-queue: `queue.createJob(data).retries(3)`
    if (onlyWith === 'retries') return functions.callsNamed(onlyWith).length > 0;
    return onlyWith === null || this.#isSetAbove1(onlyWith);
  }

  #isCallOf(engine: EngineCall, call: CallNode): boolean {
    const thing = this.#model.things.calleeOf(call);
    const { root } = thing;
    const name = root.kind === 'unknown' ? `${root.name}.` : root.kind === 'type' ? `${root.as}.` : '';
    const path = call.type === 'NewExpression' ? `${pathOf(thing)}.new()` : `${name}${pathOf(thing)}`;
    if (!engine.path.test(path)) return false;
    if (engine.engine === 'Inngest' && !this.#isInngest(call)) return false;
    if (engine.onlyWithOption) {
      const { argument, name: option } = engine.onlyWithOption;
      if (!optionOf(call.arguments[argument], option)) return false;
    }
    if (/^(?:attempts|retries)$/.test(engine.onlyWith ?? '') && !this.#model.part(QueueBudgets).retries(call))
      return false;
    if (!engine.off) return true;
    const limit = this.#model.numberOf(optionOf(call.arguments[engine.off.argument], ...engine.off.path));
    return limit === null || limit > (engine.off.total ? 1 : 0);
  }

  /** The Inngest client is a module of the project; its function takes a config, a trigger and the handler. */
  #isInngest(call: CallNode): boolean {
    if (call.callee.type !== 'MemberExpression') return false;
    if (writtenName(call.callee) === 'createFunction') return call.arguments.length >= 2;
    for (const outer of ancestors(call)) {
      if (!isFunction(outer) || outer.parent?.type !== 'CallExpression') continue;
      const { callee, arguments: given } = outer.parent;
      if (callee.type !== 'MemberExpression' || writtenName(callee) !== 'createFunction') continue;
      // The function's `retries` hold for each of its steps.
      return this.#model.numberOf(optionOf(given[0], 'retries')) !== 0;
    }
    return false;
  }

  #isSetAbove1(option: string): boolean {
    return this.#model.index.properties.some((property) => {
      if (writtenName(property) !== option) return false;
      const number = this.#model.numberOf(property.value);
      return number !== null && number > 1;
    });
  }

  #functionsRun(engine: EngineCall, call: CallNode): (FunctionNode | null)[] {
    const { functions } = this.#model;
    const { run } = engine;
    if (typeof run === 'object' && 'membersOf' in run) {
      return this.#membersOf(optionOf(call.arguments[0], run.membersOf));
    }
    if (typeof run === 'object') {
      return run.properties.map((name) => {
        const held = optionOf(call.arguments[0], name);
        return held && functions.functionOf(held);
      });
    }
    const argument = run === 'last' ? call.arguments.at(-1) : call.arguments[run];
    return [argument && argument.type !== 'SpreadElement' ? functions.functionOf(argument) : null];
  }

  /** The functions that an object of this file holds. */
  #membersOf(holder: Node | null): (FunctionNode | null)[] {
    const object = holder && this.#objectOf(holder);
    if (object?.type !== 'ObjectExpression') return [];
    return object.properties.map((property) =>
      property.type === 'Property' ? this.#model.functions.functionOf(property.value) : null,
    );
  }

  #objectOf(holder: Node): Node {
    const node = unwrap(holder);
    const { root, steps } = this.#model.things.thingOf(node);
    if (root.kind === 'value' && steps.length === 0) return root.node;
    return this.#model.bindings.standsFor(node);
  }

  /** What Nest's decorators make the worker of a queue, where a job of the file has several attempts. */
  #decoratedJobs(): { region: FunctionNode; engine: string }[] {
    if (!jobDecorators.some((entry) => this.#model.packages.has(entry.package))) return [];
    if (!this.#isSetAbove1('attempts')) return [];
    return this.#model.index.decorators.flatMap(({ expression, parent }) => {
      const held = unwrap(expression);
      const { root } = this.#model.things.thingOf(held.type === 'CallExpression' ? held.callee : held);
      const known = jobDecorators.find(
        ({ package: source, name }) =>
          root.kind === 'import' && root.package === source && root.name === name,
      );
      if (!known) return [];
      const region =
        parent.type === 'ClassDeclaration'
          ? membersOf(parent, this.#model.index.assignments).get('process')?.method
          : parent.type === 'MethodDefinition' && isFunction(parent.value)
            ? parent.value
            : null;
      return region ? [{ region, engine: known.engine }] : [];
    });
  }

  /** What a variable's written type shows to be a consumer: `const handler: SQSHandler = …`. */
  #typedConsumers(): { region: FunctionNode | null; engine: string; promise: AttemptScope['promise'] }[] {
    if (![...consumerFunctionTypes.values()].some((type) => this.#model.packages.has(type.package)))
      return [];
    return this.#model.index.declarators.flatMap(({ id, init }) => {
      const name = nameOfType(id.type === 'Identifier' ? id : null);
      const type = name === null ? undefined : consumerFunctionTypes.get(name);
      if (!type || !init || !this.#model.packages.has(type.package)) return [];
      const { engine, promise } = type;
      const own = this.#model.functions.functionOf(init);
      return (own ? [own] : this.#membersOf(init)).map((region) => ({ region, engine, promise }));
    });
  }

  #retryDecorator(decorator: TSESTree.Decorator): string | null {
    const expression = unwrap(decorator.expression);
    const thing = this.#model.things.thingOf(
      expression.type === 'CallExpression' ? expression.callee : expression,
    );
    const name = lastName(thing);
    if (name === null) return null;
    if (thing.root.kind === 'import' && thing.root.package === 'cockatiel') {
      const policy = name === 'usePolicy' && expression.type === 'CallExpression' && expression.arguments[0];
      return policy && this.#model.part(RetriedFunctions).isRetryPolicy(policy) ? `@${name}` : null;
    }
    const source = thing.root.kind === 'import' ? thing.root.package : null;
    if (retryDecorators.some((entry) => entry.package === source && entry.name === name)) return `@${name}`;
    return this.#model.settings.retryFunctions.has(name) ? `@${name}` : null;
  }

  /** With `@temporalio/activity` imported: what a file exports, and the methods of what an exported factory returns. */
  #isActivity(node: FunctionNode): boolean {
    if (!this.#model.packages.has(activityModule)) return false;
    for (const outer of ancestors(node)) {
      if (outer.type === 'ExportNamedDeclaration' || outer.type === 'ExportDefaultDeclaration')
        return node.async;
      const passes =
        outer.type === 'VariableDeclarator' ||
        outer.type === 'VariableDeclaration' ||
        outer.type === 'Property' ||
        outer.type === 'ObjectExpression' ||
        outer.type === 'ReturnStatement' ||
        outer.type === 'BlockStatement' ||
        outer.type === 'MethodDefinition' ||
        outer.type === 'ClassBody' ||
        outer.type === 'ClassDeclaration' ||
        (isFunction(outer) && node.parent?.type === 'Property');
      if (!passes) return false;
    }
    return false;
  }
}

function isStep(node: FunctionNode): boolean {
  if (node.body.type !== 'BlockStatement') return false;
  const first = node.body.body[0];
  return first?.type === 'ExpressionStatement' && 'directive' in first && first.directive === stepDirective;
}

function consumerOf(node: FunctionNode): string | null {
  const [first] = node.params;
  const name = nameOfType(first?.type === 'Identifier' || first?.type === 'ObjectPattern' ? first : null);
  return name === null ? null : (consumerParameterTypes.get(name) ?? null);
}

function nameOfType(pattern: TSESTree.Identifier | TSESTree.ObjectPattern | null): string | null {
  const type = pattern?.typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : null;
}
