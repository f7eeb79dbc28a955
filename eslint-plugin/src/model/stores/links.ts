import type { Thing } from '../things.ts';
import type { CallNode, Node } from '../syntax.ts';
import { plainArguments, unwrap, wrapped, writtenName } from '../syntax.ts';

/** One `.name(args)` or `.name` of a fluent chain. */
export interface Link {
  name: string;
  /** Null for a plain member. */
  call: CallNode | null;
  args: readonly Node[];
}

/**
 * The links of a thing in order, variables on the way followed: `const k = db.collection('keys'); k.findOne(q)` has the
 * links `collection` and `findOne`. What stands before an awaited result is left out: a row is no query.
 */
export function linksOf(thing: Thing): Link[] {
  let links: Link[] = [];
  // A function that is called by its own name is a link too: `doc(db, 'events', id)`.
  const own = thing.root.kind === 'import' || thing.root.kind === 'global' ? thing.root.name : '';
  for (const [index, one] of thing.steps.entries()) {
    if (one.kind === 'member') {
      links.push({ name: one.name, call: null, args: [] });
    } else {
      const before = links.at(-1);
      const args = plainArguments(one.node);
      if (one.kind === 'call' && before?.call === null)
        links[links.length - 1] = { name: before.name, call: one.node, args };
      else links.push({ name: one.kind === 'new' ? 'new' : index === 0 ? own : '', call: one.node, args });
      if (index < thing.steps.length - 1 && isAwaited(one.node)) links = [];
    }
  }
  return links;
}

/** Is the value of this expression a promise that is awaited on the spot? */
export function isAwaited(node: Node): boolean {
  let inner: Node = node;
  const outermost = wrapped(node);
  while (inner !== outermost && inner.parent) {
    inner = inner.parent;
    if (inner.type === 'AwaitExpression') return true;
  }
  return false;
}

/** Links that only attach to a promise: the query is done before them. */
const promiseLinks: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  'pipe',
  'subscribe',
  'toPromise',
  'promise',
]);

/** Is this call the end of its fluent chain, so that the whole query stands in it? */
export function endsChain(call: CallNode): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === 'MemberExpression' && promiseLinks.has(writtenName(callee) ?? '')) return false;
  const outer = wrapped(call);
  const member = outer.parent;
  if (member?.type !== 'MemberExpression' || member.object !== outer || isAwaited(call)) return true;
  const called = wrapped(member).parent;
  if (called?.type !== 'CallExpression' || wrapped(called.callee) !== wrapped(member)) return true;
  return member.property.type === 'Identifier' && promiseLinks.has(member.property.name);
}
