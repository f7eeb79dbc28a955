import type { Variable } from '../bindings.ts';
import type { Model } from '../model-of.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isLoop } from '../syntax.ts';

const rounds = 4;

/**
 * The calls by which a value that is put into a variable or object goes out later in the same function:
 * `const headers = { 'Idempotency-Key': key }; …; await fetch(url, { headers })`.
 */
export function sendingCalls(model: Model, sink: Node): CallNode[] {
  const owner = functionAround(sink);
  if (!isInLoop(sink, owner)) return [];
  const held = new Set<Variable>();
  const note = (node: Node): void => {
    for (const variable of model.bindings.declaredBy(node)) held.add(variable);
  };
  for (const outer of [sink, ...ancestors(sink)]) {
    if (outer === owner) break;
    if (outer.type === 'VariableDeclarator') note(outer);
    if (outer.type === 'AssignmentExpression' && outer.left.type !== 'ArrayPattern') {
      let target: Node = outer.left;
      while (target.type === 'MemberExpression') target = target.object;
      const variable = model.bindings.variableOf(target);
      if (variable) held.add(variable);
    }
    // `headers.set(name, key)` puts the key into `headers`.
    if (outer.type === 'CallExpression' && outer.callee.type === 'MemberExpression') {
      const variable = model.bindings.variableOf(outer.callee.object);
      if (variable && outer === sink) held.add(variable);
    }
  }
  for (let round = 0; round < rounds; round++) {
    const before = held.size;
    for (const declarator of model.index.declarators) {
      if (declarator.init && functionAround(declarator) === owner && mentions(declarator.init, held))
        note(declarator);
    }
    if (held.size === before) break;
  }
  if (held.size === 0) return [];
  return model.index.calls.filter(
    (call) => functionAround(call) === owner && call.range[0] > sink.range[0] && mentions(call, held),
  );
}

/** Only a loop asks which calls send a value: a function runs as a whole. */
function isInLoop(node: Node, owner: Node | null): boolean {
  for (const outer of ancestors(node)) {
    if (outer === owner) return false;
    if (isLoop(outer)) return true;
  }
  return false;
}

function mentions(node: Node, variables: ReadonlySet<Variable>): boolean {
  for (const variable of variables) {
    if (variable.references.some(({ identifier }) => contains(node, identifier))) return true;
  }
  return false;
}
