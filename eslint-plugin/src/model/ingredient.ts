import type { CallNode, FunctionNode, Node } from './syntax.ts';

/** One thing that a value is made of, where it can be followed no further. */
export interface Ingredient {
  /** Where the file ends to know: a call that makes something, a parameter's member, a name. */
  node: Node;
  /** The names on the way to it, outermost first: `visit.owner.email` gives `visit`, `owner`, `email`. */
  names: readonly string[];
  /** All nodes passed from the value asked about to `node`, both included. */
  trail: readonly Node[];
  /** The last node of the trail outside of functions that were entered by a call: where the asking code sees it. */
  shown: Node;
  /** The element by which it enters the first text it is composed into; null where it is used as it is. */
  element: Node | null;
  /** The text it is first composed into: a template, a concatenation, a list; null as for `element`. */
  composition: Node | null;
  /** It went through a digest on its way. */
  hashed: boolean;
  /** It is a time cut down to a day, an hour, a window, which attempts within it share. */
  bucketed: boolean;
  /** Calls of unknown functions it was handed to on its way, innermost last. */
  through: readonly CallNode[];
}

/** A function of this file that was entered on the way; `call` is null for a getter, which its reader cannot see. */
export interface Frame {
  function: FunctionNode;
  call: CallNode | null;
  at: number;
  outer: Frame | null;
}

/** How far one way back has come. */
export interface State {
  frame: Frame | null;
  trail: readonly Node[];
  shown: Node;
  element: Node | null;
  composition: Node | null;
  hashed: boolean;
  bucketed: boolean;
  through: readonly CallNode[];
  depth: number;
}

/** The state on the way into a part of a text: only the first composition on the way counts. */
export function composedOf(state: State, part: Node): State {
  if (state.element !== null) return state;
  return { ...state, element: part, composition: state.trail.at(-1) ?? part };
}

/** The state inside a function of this file that is entered by a call, or by reading a getter (`call` is null). */
export function entered(callee: FunctionNode, call: CallNode | null, at: Node, state: State): State {
  return { ...state, frame: { function: callee, call, at: at.range[0], outer: state.frame } };
}
