import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { retryingRequestNames } from '../catalogue/retry-functions.ts';
import { AttemptScopes } from '../model/attempts/attempt-scopes.ts';
import type { Model } from '../model/model-of.ts';
import { hasSpread, optionOf } from '../model/options.ts';
import type { Node } from '../model/syntax.ts';
import { contains, isLoop, unwrap, wrapped, writtenName } from '../model/syntax.ts';
import { lastName } from '../model/things.ts';
import type { RetriedWrite } from '../model/writes/retried-writes.ts';
import type { Write } from '../model/writes/writes.ts';
import { declareBefore, freeName, indentOf, isMadeOnceFor, placeBefore, randomKeyText } from './new-key.ts';
import { isOncePerAttempt } from './once-per-attempt.ts';
import { styleOf } from './style-of-file.ts';

type Fixer = TSESLint.RuleFixer;
type Fix = TSESLint.RuleFix;
type Fixing = (fixer: Fixer) => Fix[];

const header = 'Idempotency-Key';

/**
 * Makes a key before the first attempt and sends it in this client's spelling. Where the client itself repeats the
 * request, the key is made in place: all attempts send the same header then. Null where the attempts are made
 * outside this file, or the client's way to take a key is not known.
 */
export function sendKey(model: Model, { write, scope }: RetriedWrite): Fixing | null {
  const made = randomKeyText(model, scope?.entry ?? write.call);
  if (made === null) return null;
  if (!scope) return isMadeForOne(model, write, write.call) ? spell(model, write, made) : null;
  if (!scope.entry || scope.several || (scope.kind !== 'loop' && scope.kind !== 'callback')) return null;
  const region = isLoop(scope.region) ? scope.region.body : scope.region;
  const round = new Set(
    model
      .part(AttemptScopes)
      .scopesOf(write.call)
      .map((one) => one.scope),
  );
  if (!contains(region, write.call) || round.size > 1) return null;
  if (!isOncePerAttempt(model, write.call, region)) return null;
  // Options that are made before the attempts take the key there, too.
  if (write.options && !contains(region, write.options)) {
    return isMadeForOne(model, write, scope.entry) ? spell(model, write, made) : null;
  }
  const name = freeName(model, scope.entry);
  const place = placeBefore(model, scope.entry, scope.region);
  const declare = place && declareBefore(model, place, name, made, write.call);
  const send = spell(model, write, name);
  return declare && send && ((fixer) => [...declare(fixer), ...send(fixer)]);
}

/** Are the options of a request made for this operation alone? A constant of the module is for all requests. */
function isMadeForOne(model: Model, { call, options }: Write, operation: Node): boolean {
  if (!options || contains(call, options)) return true;
  const { parent } = wrapped(options);
  if (parent?.type !== 'VariableDeclarator' || !isMadeOnceFor(parent, operation)) return false;
  const [variable] = model.bindings.declaredBy(parent);
  return variable?.references.filter(({ init }) => !init).length === 1;
}

function spell(model: Model, write: Write, key: string): Fixing | null {
  const { call, slot, provider, client } = write;
  if (provider) {
    if (!slot) return null;
    if (slot.in === 'argument') return appended(call, slot.index, key);
    const member = property(model, slot.property, key);
    const held = call.arguments[slot.index];
    if (held && slot.in !== 'headers') return added(model, held, member);
    return slot.in === 'field' ? null : appended(call, slot.index, `{ ${member} }`);
  }
  if (!client && !takesHeaders(model, write)) return null;
  if (client?.name === 'superagent') {
    const set = `.set(${quoted(model, header)}, ${key})`;
    return (fixer) => [fixer.insertTextAfter(node(call), `${leadOfNextLink(model, call)}${set}`)];
  }
  if (client?.name === 'wretch') {
    const object = call.callee.type === 'MemberExpression' ? call.callee.object : null;
    return (
      object &&
      ((fixer) => [fixer.insertTextAfter(node(object), `.headers({ ${property(model, header, key)} })`)])
    );
  }
  return inOptions(model, write, key);
}

/**
 * Would headers among the options reach the request? What an imported or inherited function does with them is not
 * known: only names of retrying `fetch`es tell. A function of this file has to take the options whole, or the headers.
 */
function takesHeaders(model: Model, { call, optionsAt }: Write): boolean {
  const callee = model.functions.calleeOf(call);
  if (callee) {
    return model.bindings.declaredBy(callee).some((variable) => {
      const binding = model.bindings.bindingOf(variable);
      if (binding.kind !== 'parameter' || binding.index !== optionsAt) return false;
      const [member] = binding.path;
      return member === undefined || member === null || member === 'headers';
    });
  }
  const thing = model.things.calleeOf(call);
  if (thing.root.kind === 'import' && thing.root.package === 'fetch-retry') return true;
  return retryingRequestNames.test(lastName(thing) ?? '');
}

function inOptions(model: Model, { call, client, options, optionsAt }: Write, key: string): Fixing | null {
  if (optionsAt === null || (!client && options === null)) return null;
  const headers = property(model, header, key);
  if (!options) {
    const missing = optionsAt - call.arguments.length;
    if (missing === 0) return appended(call, optionsAt, `{ headers: { ${headers} } }`);
    return missing === 1 ? appended(call, optionsAt - 1, `undefined, { headers: { ${headers} } }`) : null;
  }
  const held = optionOf(options, 'headers');
  if (!held) return hasSpread(options) ? null : added(model, options, `headers: { ${headers} }`);
  const object = unwrap(held);
  if (object.type === 'ObjectExpression') return added(model, object, headers);
  if (object.type !== 'Identifier' || !isPlainObject(model, object)) return null;
  const { parent } = held;
  const spread = `{ ...${object.name}, ${headers} }`;
  if (parent?.type === 'Property' && parent.shorthand) {
    return (fixer) => [fixer.replaceText(node(parent), `headers: ${spread}`)];
  }
  return (fixer) => [fixer.replaceText(node(held), spread)];
}

function isPlainObject(model: Model, identifier: Node): boolean {
  const value = model.bindings.valueOf(identifier);
  return value !== null && unwrap(value).type === 'ObjectExpression';
}

function property(model: Model, name: string, key: string): string {
  if (name === key) return name;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${name}: ${key}` : `${quoted(model, name)}: ${key}`;
}

function quoted(model: Model, text: string): string {
  const { quote } = styleOf(model);
  return `${quote}${text}${quote}`;
}

/** Another argument at the end of a call; null unless it would stand at this index. */
function appended(call: Write['call'], index: number, text: string): Fixing | null {
  const last = call.arguments.at(-1);
  if (call.arguments.length !== index || !last) return null;
  return (fixer) => [fixer.insertTextAfter(node(last), `, ${text}`)];
}

/** Another member at the end of an object literal, on a line of its own where the others stand so. */
export function added(model: Model, object: Node, member: string): Fixing | null {
  const { sourceCode } = model;
  const literal = unwrap(object);
  if (literal.type !== 'ObjectExpression') return null;
  const last = literal.properties.at(-1);
  if (!last) {
    if (sourceCode.getCommentsInside(node(literal)).length > 0) return null;
    return (fixer) => [fixer.replaceText(node(literal), `{ ${member} }`)];
  }
  if (literal.properties.some((one) => one.type === 'Property' && writtenName(one) === member)) return null;
  if (last.loc.start.line === literal.loc.start.line)
    return (fixer) => [fixer.insertTextAfter(node(last), `, ${member}`)];
  const lead = `${styleOf(model).lineBreak}${indentOf(model, last)}`;
  const comma = sourceCode.getTokenAfter(node(last), ({ value }) => value === ',' || value === '}');
  const trailing = comma?.value === ',' ? comma : last;
  // A comment at the end of the last member's line stays with that member.
  const comment = sourceCode
    .getCommentsAfter(trailing as TSESTree.Node)
    .findLast(({ loc }) => loc.start.line === trailing.loc.end.line);
  if (!comment) return (fixer) => [fixer.insertTextAfter(node(last), `,${lead}${member}`)];
  if (trailing === last) {
    return (fixer) => [
      fixer.insertTextAfter(node(last), ','),
      fixer.insertTextAfterRange(comment.range, `${lead}${member}`),
    ];
  }
  return (fixer) => [fixer.insertTextAfterRange(comment.range, `${lead}${member},`)];
}

/** The line break and indentation before the next link of a chain that has its links on lines of their own. */
function leadOfNextLink(model: Model, call: Node): string {
  const next = model.sourceCode.getTokenAfter(node(call));
  if (next?.value !== '.' || next.loc.start.line === call.loc.end.line) return '';
  return model.sourceCode.text.slice(call.range[1], next.range[0]).replace(/^[^\r\n]*/, '');
}

function node(of: Node): TSESTree.Node {
  return of;
}
