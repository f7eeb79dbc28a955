import type { Node } from '../syntax.ts';
import { ancestors, isFunction, literalText, unwrap } from '../syntax.ts';

/** Names of an action by which a person or a program tries the same operation again. */
const againActions =
  /(?:^|[^a-z])(?:retry|retries|retried|try_?again|resend|resubmit|re_?attempt|send_?again)(?:$|[^a-z])/i;
/** Names of states in which a definite "no" has come: a new try is a new operation there. */
const refusedStates = /declin|refus|reject|denied|invalid|expired|cancel/i;

/**
 * The name of the action "try again" of a state machine or reducer under whose test or case a node stands, or null.
 * A key made there replaces the one that the lost attempt was sent with.
 */
export function againActionAround(node: Node): string | null {
  let action: string | null = null;
  let inner = node;
  for (const outer of ancestors(node)) {
    if (isFunction(outer) && outer.parent?.type !== 'Property' && outer.parent?.type !== 'CallExpression') {
      return action;
    }
    switch (outer.type) {
      case 'SwitchCase': {
        const label = outer.test ? textOf(outer.test) : null;
        if (label !== null && refusedStates.test(label)) return null;
        if (label !== null && againActions.test(label)) action ??= label;
        action ??= leftBefore(outer.consequent, inner);
        break;
      }
      case 'BlockStatement':
        action ??= leftBefore(outer.body, inner);
        break;
      case 'IfStatement':
        if (inner === outer.consequent) action ??= comparedIn(outer.test, true);
        break;
      case 'Property': {
        // `on: { RETRY: { actions: assign({ key: () => … }) } }` of a state chart
        const name = outer.key.type === 'Identifier' ? outer.key.name : textOf(outer.key);
        if (name !== null && refusedStates.test(name)) return null;
        if (name !== null && /^[A-Z][A-Z_.]+$/.test(name) && againActions.test(name)) action ??= name;
        break;
      }
      default:
    }
    inner = outer;
  }
  return action;
}

/** `if (action.type !== 'TRY_AGAIN') break;` before the node */
function leftBefore(statements: readonly Node[], inner: Node): string | null {
  for (const statement of statements) {
    if (statement === inner) return null;
    if (statement.type !== 'IfStatement' || statement.alternate) continue;
    const { consequent } = statement;
    const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
    if (!last || !/^(?:Break|Return|Throw|Continue)Statement$/.test(last.type)) continue;
    const action = comparedIn(statement.test, false);
    if (action !== null) return action;
  }
  return null;
}

function comparedIn(test: Node, truth: boolean): string | null {
  const node = unwrap(test);
  if (node.type !== 'BinaryExpression') return null;
  const same = node.operator === '===' || node.operator === '==';
  const other = node.operator === '!==' || node.operator === '!=';
  if (!(truth ? same : other)) return null;
  const text = textOf(node.left) ?? textOf(node.right);
  const member = [node.left, node.right].some((side) => unwrap(side).type === 'MemberExpression');
  return text !== null && member && againActions.test(text) ? text : null;
}

function textOf(node: Node): string | null {
  const written = literalText(node);
  if (written !== null) return written;
  // `Actions.RETRY`, `RETRY`
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression' && inner.property.type === 'Identifier') {
    return /^[A-Z][A-Z_]+$/.test(inner.property.name) ? inner.property.name : null;
  }
  return inner.type === 'Identifier' && /^[A-Z][A-Z_]+$/.test(inner.name) ? inner.name : null;
}
