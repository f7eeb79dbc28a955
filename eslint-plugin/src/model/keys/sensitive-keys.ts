import { isOfThing, sensitiveKindOf } from '../../catalogue/sensitive-names.ts';
import type { KeySink } from './key-sinks.ts';
import { KeySinks } from './key-sinks.ts';
import type { Model } from '../model-of.ts';
import type { Ingredient } from '../ingredient.ts';
import { Origins } from '../origins.ts';
import type { Node } from '../syntax.ts';
import { functionAround, unwrap, wrapped, writtenName } from '../syntax.ts';

/** A key that holds personal data. */
export interface SensitiveKey {
  sink: KeySink;
  /** Where the data gets into the key. */
  node: Node;
  /** The text it gets into, or the key's whole value. */
  composition: Node;
  /** What it is: "an e-mail address". */
  kind: string;
  /** The name it goes by. */
  name: string;
  hashed: boolean;
}

/** Finds keys that are built from e-mail addresses, names, card numbers and the like. */
export class SensitiveKeys {
  readonly #model: Model;
  #all: SensitiveKey[] | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** One finding per composed text, in source order, digests of personal data included (`hashed`). */
  get all(): readonly SensitiveKey[] {
    return (this.#all ??= this.#find());
  }

  #find(): SensitiveKey[] {
    const byText = new Map<Node, SensitiveKey>();
    for (const sink of this.#model.part(KeySinks).all) {
      for (const ingredient of this.#model.part(Origins).ingredientsOf(sink.value)) {
        const found = this.#sensitive(sink, ingredient);
        if (!found) continue;
        const before = byText.get(found.composition);
        if (!before || (before.hashed && !found.hashed)) byText.set(found.composition, found);
      }
    }
    return [...byText.values()].sort((one, other) => one.node.range[0] - other.node.range[0]);
  }

  #sensitive(sink: KeySink, ingredient: Ingredient): SensitiveKey | null {
    // What an unknown function makes of personal data is unknown: a look-up of a customer's id, say.
    if (ingredient.through.length > 0 || ingredient.trail.some(isConstant)) return null;
    const { trail, element, hashed } = ingredient;
    const named = this.#namedOn(trail);
    const name = named?.name ?? ingredient.names.at(-1) ?? '';
    const kind = named?.kind ?? this.#kindOf(name);
    if (kind === null || (!named && isOfThing(kind, ingredient.names.at(-2) ?? null))) return null;
    const source = named?.node ?? ingredient.node;
    const composition = ingredient.composition ?? sink.value;
    return { sink, node: this.#place(sink, element, source), composition, kind, name, hashed };
  }

  #kindOf(name: string): string | null {
    return sensitiveKindOf(name, this.#model.settings.sensitiveNames);
  }

  /** The first node on the way that is named after personal data, and is used whole rather than for a member of it. */
  #namedOn(trail: readonly Node[]): { node: Node; name: string; kind: string } | null {
    for (const node of trail) {
      const name =
        node.type === 'Identifier' ? node.name : node.type === 'MemberExpression' ? writtenName(node) : null;
      if (name === null || isObjectOfMember(node)) continue;
      const kind = this.#kindOf(name);
      if (kind !== null && !isOfThing(kind, ownerOf(node))) return { node, name, kind };
    }
    return null;
  }

  #place(sink: KeySink, element: Node | null, source: Node): Node {
    if (!element) return functionAround(source) === functionAround(sink.value) ? source : sink.value;
    const inner = unwrap(element);
    const own = inner.type === 'Identifier' ? inner.name : writtenName(inner);
    if (own !== null && this.#kindOf(own) !== null) return element;
    return functionAround(element) === functionAround(sink.value) ? element : source;
  }
}

/** `MessageType.BIRTHDAY` is the name of a kind, not anybody's. */
function isConstant(node: Node): boolean {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return false;
  return /^[A-Z][a-z]/.test(node.object.name) && /^[A-Z][A-Z0-9_]+$/.test(writtenName(node) ?? '');
}

/** `repo` of `repo.fullName`, by its last name. */
function ownerOf(node: Node): string | null {
  if (node.type !== 'MemberExpression') return null;
  const object = unwrap(node.object);
  return object.type === 'Identifier' ? object.name : writtenName(object);
}

/** `email` in `email.id`: an object of that name, of which something else is taken. A method's result is still its. */
function isObjectOfMember(node: Node): boolean {
  const outer = wrapped(node);
  const { parent } = outer;
  if (parent?.type !== 'MemberExpression' || parent.object !== outer) return false;
  const called = wrapped(parent).parent;
  return !(called?.type === 'CallExpression' && unwrap(called.callee) === parent);
}
