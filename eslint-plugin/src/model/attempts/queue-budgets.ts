import { instanceOf } from './client-policies.ts';
import type { Model } from '../model-of.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, literalText, writtenName } from '../syntax.ts';
import type { Thing } from '../things.ts';
import { lastName } from '../things.ts';

const adders: ReadonlySet<string> = new Set(['add', 'addBulk', 'createJob']);

/**
 * Which queues of a file try a job more than once. BullMQ and Bull make one attempt unless the queue
 * (`defaultJobOptions`) or the job (`queue.add(name, data, { attempts })`) says more, bee-queue none again unless the job
 * does (`queue.createJob(data).retries(n)`), so that of two queues in a file one may repeat its jobs and the other not.
 */
export class QueueBudgets {
  readonly #model: Model;
  /** The queues with attempts above 1; null for attempts that may be any queue's. */
  #spending: ReadonlySet<string | null> | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Can the jobs of this `new Worker(name, …)` or `queue.process(…)` be tried again, as far as the file tells? */
  retries(worker: CallNode): boolean {
    this.#spending ??= this.#find();
    const { things } = this.#model;
    const own =
      worker.type === 'NewExpression'
        ? literalText(worker.arguments[0])
        : this.#queueOf(ownerOf(things.calleeOf(worker)));
    return own === null || this.#spending.has(own) || this.#spending.has(null) || !this.#made.has(own);
  }

  #find(): ReadonlySet<string | null> {
    const spending = new Set<string | null>();
    for (const property of this.#model.index.properties) {
      if (writtenName(property) !== 'attempts') continue;
      if ((this.#model.numberOf(property.value) ?? 0) > 1) spending.add(this.#queueRound(property));
    }
    for (const call of this.#model.functions.callsNamed('retries')) {
      if ((this.#model.numberOf(call.arguments[0]) ?? 1) <= 0) continue;
      const { root, steps } = this.#model.things.calleeOf(call);
      const job = steps.findIndex((step) => step.kind === 'member' && step.name === 'createJob');
      if (job >= 0) spending.add(this.#queueOf({ root, steps: steps.slice(0, job) }));
    }
    return spending;
  }

  /** The names of the queues that the file itself makes. */
  get #made(): ReadonlySet<string> {
    return new Set(
      this.#model.index.calls.flatMap((call) => {
        const name = this.#isQueue(call) ? literalText(call.arguments[0]) : null;
        return name === null ? [] : [name];
      }),
    );
  }

  #isQueue(call: CallNode): boolean {
    if (call.type !== 'NewExpression') return false;
    const { root } = this.#model.things.calleeOf(call);
    return root.kind === 'import' && (root.name === 'Queue' || /^(?:bull|bee-queue)$/.test(root.package));
  }

  /** The queue whose jobs an option stands with; null where that cannot be seen. */
  #queueRound(option: Node): string | null {
    for (const outer of ancestors(option)) {
      if (outer.type === 'NewExpression' && this.#isQueue(outer)) return literalText(outer.arguments[0]);
      if (outer.type !== 'CallExpression') continue;
      const thing = this.#model.things.calleeOf(outer);
      if (adders.has(lastName(thing) ?? '')) return this.#queueOf(ownerOf(thing));
    }
    return null;
  }

  #queueOf(queue: Thing): string | null {
    const made = queue.steps.at(-1);
    if (made?.kind !== 'new' || !this.#isQueue(made.node)) return null;
    return literalText(made.node.arguments[0]) ?? instanceOf(queue);
  }
}

/** What a method is called on. */
function ownerOf({ root, steps }: Thing): Thing {
  return { root, steps: steps.slice(0, -1) };
}
