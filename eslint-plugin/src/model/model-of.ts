import { getStaticValue } from '@eslint-community/eslint-utils';
import type { TSESLint } from '@typescript-eslint/utils';
import { packageOf } from '../catalogue/packages.ts';
import { maySilence } from '../disable-comments.ts';
import type { IdempotencySettings } from '../settings.ts';
import { Bindings } from './bindings.ts';
import { LocalFunctions } from './local-functions.ts';
import type { Node } from './syntax.ts';
import { literalText, unwrap } from './syntax.ts';
import type { SyntaxIndex } from './syntax-index.ts';
import { indexOf } from './syntax-index.ts';
import { Things } from './things.ts';
import type { TextWords } from './text-words.ts';
import { textWordsOf } from './text-words.ts';
import { mayMatter } from './trigger.ts';

type SourceCode = Readonly<TSESLint.SourceCode>;

/**
 * What a file says about operations, attempts, keys, effects and claims. Built part by part when asked, each part
 * once: all rules of a run share one model per file.
 */
export class Model {
  readonly sourceCode: SourceCode;
  readonly settings: IdempotencySettings;
  readonly #parts = new Map<new (model: Model) => unknown, unknown>();
  #index: SyntaxIndex | undefined;
  #maySilence: boolean | undefined;
  #packages: ReadonlySet<string> | undefined;
  #bindings: Bindings | undefined;
  #things: Things | undefined;
  #functions: LocalFunctions | undefined;

  constructor(sourceCode: SourceCode, settings: IdempotencySettings) {
    this.sourceCode = sourceCode;
    this.settings = settings;
  }

  /** The file's nodes by kind, gathered once for all parts. */
  get index(): SyntaxIndex {
    return (this.#index ??= indexOf(this.sourceCode));
  }

  /** Can a comment of the plugin's own form silence a rule in this file? */
  get maySilence(): boolean {
    return (this.#maySilence ??= maySilence(this.sourceCode.text));
  }

  /** A node as it is written. */
  textOf(node: Node): string {
    return this.sourceCode.text.slice(node.range[0], node.range[1]);
  }

  /** The words that the text of the file holds. */
  get words(): TextWords {
    return textWordsOf(this.sourceCode.text);
  }

  /** Is this offset in the code itself, not in a comment? */
  isCode(offset: number): boolean {
    const comments = this.sourceCode.getAllComments();
    let low = 0;
    let high = comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((comments[middle]?.range[1] ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return (comments[low]?.range[0] ?? Infinity) > offset;
  }

  /** The packages a file imports or requires, by the name the catalogue has for them; local modules as written. */
  get packages(): ReadonlySet<string> {
    if (this.#packages) return this.#packages;
    const required = this.functions.callsNamed('require').flatMap(({ arguments: [source] }) => {
      const text = literalText(source);
      return text === null ? [] : [text];
    });
    const imported = this.index.imports.map(({ source }) => source.value);
    return (this.#packages = new Set([...imported, ...required].map((source) => packageOf(source))));
  }

  /** Which variable each identifier is. */
  get bindings(): Bindings {
    return (this.#bindings ??= new Bindings(this.sourceCode));
  }

  /** What each expression is: which import, global, instance. */
  get things(): Things {
    return (this.#things ??= new Things(this.bindings, this.index));
  }

  /** The functions of this file, their calls and what they return. */
  get functions(): LocalFunctions {
    return (this.#functions ??= new LocalFunctions(this.things, this.index));
  }

  /** The number an expression is known to be (`3`, `MAX`, `2 * MAX`); null where it is not known. */
  numberOf(expression: Node | null | undefined): number | null {
    if (!expression) return null;
    const scope = this.sourceCode.getScope(expression as never);
    const known = getStaticValue(unwrap(expression) as never, scope as never);
    return typeof known?.value === 'number' ? known.value : null;
  }

  /**
   * A further part of the model, made at the first request and shared afterwards: `model.part(AttemptScopes)`.
   * A part is a class whose constructor takes the model and does no work before it is asked.
   */
  part<Part>(kind: new (model: Model) => Part): Part {
    let made = this.#parts.get(kind);
    if (!made) {
      made = new kind(this);
      this.#parts.set(kind, made);
    }
    return made as Part;
  }
}

// By syntax tree, not by SourceCode: oxlint has one SourceCode object for all files.
const models = new WeakMap<object, Model>();

/** The last answer: the rules of a run ask about the same file one after the other. */
let looked: { text: string; settings: IdempotencySettings; matters: boolean } | undefined;

/**
 * The model of a file, or null when nothing in its text points to an operation. One model per file, shared.
 * @param settings read by `readSettings`; one file is linted under one configuration, so the first call's hold.
 */
export function modelOf(sourceCode: SourceCode, settings: IdempotencySettings): Model | null {
  const { text } = sourceCode;
  if (looked?.text !== text || looked.settings !== settings) {
    looked = { text, settings, matters: mayMatter(text, settings) };
  }
  if (!looked.matters) return null;
  let model = models.get(sourceCode.ast);
  if (!model) {
    model = new Model(sourceCode, settings);
    models.set(sourceCode.ast, model);
  }
  return model;
}
