import type { TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model/model-of.ts';
import type { FunctionNode, Node } from '../model/syntax.ts';
import { ancestors, calledName, contains, isFunction } from '../model/syntax.ts';
import { usesOf } from './function-uses.ts';
import { isRepeatedPart } from './new-key.ts';

const deepest = 4;

/** Functions and methods that call what they are given once for each item. */
const iterators =
  /^(?:map|flatMap|forEach|filter|find|some|every|reduce|reduceRight|from|each|times|pMap|pEach|pTimes)|(?:Series|Limit|Each|Of)$/;

/**
 * Does an attempt come by this place no more than once? A loop or a callback for each item inside the attempt makes
 * several operations of it, and each of them needs a key of its own.
 * @param region what runs once per attempt.
 */
export function isOncePerAttempt(model: Model, place: Node, region: Node, depth = 0): boolean {
  if (depth > deepest) return false;
  let inner = place;
  for (const outer of ancestors(place)) {
    if (isRepeatedPart(outer, inner) && outer !== region && inner !== region) return false;
    if (isFunction(inner) && inner !== region && !isCalledOnce(model, inner, region, depth)) return false;
    if (inner === region || outer === region) return true;
    inner = outer;
  }
  return true;
}

/** Is a function inside the attempt called once in it, as far as can be seen? */
function isCalledOnce(model: Model, node: FunctionNode, region: Node, depth: number): boolean {
  const { parent } = node;
  if (parent?.type === 'CallExpression' && parent.callee !== node) return !iterates(parent);
  const uses =
    usesOf(model, node) ?? model.functions.callSitesOf(node).filter((site) => contains(region, site));
  return (
    uses.length <= 1 &&
    uses.every((use) => {
      const call = use.parent;
      const handedOver = call?.type === 'CallExpression' && call.callee !== use;
      return !(handedOver && iterates(call)) && isOncePerAttempt(model, use, region, depth + 1);
    })
  );
}

function iterates(call: TSESTree.CallExpression): boolean {
  const name = calledName(call);
  return name !== null && iterators.test(name);
}
