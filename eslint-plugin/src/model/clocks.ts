import type { Node } from './syntax.ts';
import { literalText, unwrap, writtenName } from './syntax.ts';

const dayMethods = new Set([
  'toDateString',
  'toLocaleDateString',
  'getDate',
  'getDay',
  'getFullYear',
  'getMonth',
  'getUTCDate',
  'getUTCDay',
  'getUTCFullYear',
  'getUTCMonth',
  'startOf',
  'endOf',
]);

/**
 * Does an expression cut a time down to a bucket (a day, an hour, a window), so that attempts within it agree?
 * `Math.floor(Date.now() / window)`, `new Date().toISOString().slice(0, 10)`, `iso.split('T')`, `date.getUTCDate()`.
 */
export function isTimeBucket(expression: Node): boolean {
  const node = unwrap(expression);
  if (node.type === 'BinaryExpression') {
    // `now - (now % window)`
    const right = unwrap(node.right);
    return node.operator === '-' && right.type === 'BinaryExpression' && right.operator === '%';
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const name = writtenName(node.callee);
  const object = unwrap(node.callee.object);
  const [first, second] = node.arguments;
  if (name === null) return false;
  if (dayMethods.has(name)) return true;
  if (object.type === 'Identifier' && object.name === 'Math') {
    const divided = first && unwrap(first);
    return (
      /^(?:floor|trunc|round|ceil)$/.test(name) &&
      divided?.type === 'BinaryExpression' &&
      divided.operator === '/'
    );
  }
  if (name === 'split') return literalText(first) === 'T';
  if (name === 'slice' || name === 'substring' || name === 'substr') {
    // The first 13 characters of an ISO time are its day and hour; 16 are its minute.
    const end = second && unwrap(second);
    return (
      isIsoTime(object) &&
      end?.type === 'Literal' &&
      typeof end.value === 'number' &&
      end.value > 0 &&
      end.value <= 16
    );
  }
  return false;
}

function isIsoTime(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    /^(?:toISOString|toJSON)$/.test(writtenName(node.callee) ?? '')
  );
}
