import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { FreshKey } from '../model/keys/fresh-keys.ts';
import type { KeySink } from '../model/keys/key-sinks.ts';
import type { Ingredient } from '../model/ingredient.ts';
import type { Model } from '../model/model-of.ts';
import { Origins } from '../model/origins.ts';
import type { Node } from '../model/syntax.ts';
import { unwrap } from '../model/syntax.ts';

type Fixing = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];

/**
 * Leaves the attempt's number out of a key that is a text with the number at its end: `${base}-${attempt}` becomes
 * `base`. Null where the number stands elsewhere, or nothing that names the operation would be left.
 */
export function dropCounter(model: Model, { node, makes, ingredient, sink }: FreshKey): Fixing | null {
  if (makes !== 'counter' || !ingredient.element || !namesOperation(model, sink, ingredient)) return null;
  const text = withoutCounter(model, node, unwrap(ingredient.element));
  if (text === null) return null;
  const unused = parametersOnlyFor(model, unwrap(ingredient.element));
  return (fixer) => [
    fixer.replaceText(node as TSESTree.Node, text),
    ...(unused ? [fixer.replaceTextRange(unused.range, unused.text)] : []),
  ];
}

function withoutCounter({ sourceCode }: Model, key: Node, counter: Node): string | null {
  const text = unwrap(key);
  if (text.type === 'BinaryExpression') {
    if (unwrap(text.right) !== counter) return null;
    // `base + '-' + n`: the separator goes with the number.
    const left = unwrap(text.left);
    const separated = left.type === 'BinaryExpression' && left.operator === '+' && isSeparator(left.right);
    const kept = separated ? left.left : text.left;
    return unwrap(kept).type === 'Literal' ? null : sourceCode.getText(kept as TSESTree.Node);
  }
  if (text.type !== 'TemplateLiteral' || text.expressions.length < 2) return null;
  const last = text.expressions.at(-1);
  const tail = text.quasis.at(-1);
  const before = text.quasis.at(-2);
  if (!last || !before || unwrap(last) !== counter || tail?.value.raw !== '') return null;
  const kept = sourceCode.text.slice(text.range[0] + 1, before.range[0] + 1);
  // `_again_`, `:try:` and `#` only lead up to the number.
  const whole = `${kept}${before.value.raw.replace(/[\s\W_]*(?:(?:attempt|try|tries|retry|again|round)[\s\W_]*)?$/i, '')}`;
  const only = /^\$\{([^{}]*[kK]ey)\}$/.exec(whole)?.[1];
  return only ?? `\`${whole}\``;
}

/** The list of an arrow function's parameters without the ones at its end that only the counter in the key needs. */
function parametersOnlyFor(model: Model, counter: Node): { range: TSESTree.Range; text: string } | null {
  if (counter.type !== 'Identifier') return null;
  const variable = model.bindings.variableOf(counter);
  const owner = variable?.defs[0]?.node as Node | undefined;
  if (owner?.type !== 'ArrowFunctionExpression' || variable?.references.length !== 1) return null;
  const { params } = owner;
  const [first] = params;
  const last = params.at(-1);
  if (!first || !last || last !== variable.defs[0]?.name || !params.every(isName)) return null;
  const after = model.sourceCode.getTokenAfter(last as TSESTree.Node)?.value;
  if (after === ',') return null;
  const used = params.findLastIndex(
    (parameter) =>
      parameter !== last &&
      model.bindings
        .declaredBy(owner)
        .some((one) => one.defs[0]?.name === parameter && one.references.length > 0),
  );
  const kept = params[used];
  if (kept) return { range: [kept.range[1], last.range[1]], text: '' };
  return { range: [first.range[0], last.range[1]], text: after === '=>' ? '()' : '' };
}

function isName({ type }: Node): boolean {
  return type === 'Identifier';
}

/** Names of what many operations share: amounts, persons, days, kinds. */
const sharedNames =
  /(?:amount|cents|pence|total|sum|price|currency|quantity|count|e_?mail|name|phone|day|date|month|year|kind|type|status|user_?id|customer(?:_?id)?)$/i;

/** Is there more in the key than the attempt's number that can name the operation? */
function namesOperation(model: Model, sink: KeySink, counter: Ingredient): boolean {
  return model
    .part(Origins)
    .ingredientsOf(sink.value)
    .some(({ node, names }) => node !== counter.node && !sharedNames.test(names.at(-1) ?? ''));
}

function isSeparator(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'Literal' && typeof inner.value === 'string' && /^[\W_]*$/.test(inner.value);
}
