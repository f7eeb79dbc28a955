import type { TSESTree } from '@typescript-eslint/utils';
import type { Answers } from './answers.ts';
import type { Node } from '../syntax.ts';
import { ancestors, isFunction } from '../syntax.ts';

/** What the conditions passed on a path say. */
export interface Facts {
  /** A definite answer has come: repeating is safe. */
  definite: boolean;
  /** A response of failure has come, server faults among them. */
  fault: boolean;
}

export interface Exit {
  node:
    TSESTree.BreakStatement | TSESTree.ContinueStatement | TSESTree.ReturnStatement | TSESTree.ThrowStatement;
  facts: Facts;
}

/** How statements can end: by jumping away, or by running off their end (one entry per set of facts). */
export interface Ends {
  exits: Exit[];
  falls: Facts[];
}

const nothing: Facts = { definite: false, fault: false };

/** Which ways lead through statements, and what is known at the end of each. Straight code only: inner functions are left out. */
export class Paths {
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** The ends of a list of statements, entered with what is known already. */
  through(statements: readonly TSESTree.Statement[], entered: readonly Facts[] = [nothing]): Ends {
    const exits: Exit[] = [];
    let falls = entered;
    for (const statement of statements) {
      if (falls.length === 0) break;
      const ends = this.#statement(statement, falls);
      exits.push(...ends.exits);
      falls = ends.falls;
    }
    return { exits, falls: distinct(falls) };
  }

  /** What is known when a node inside a function or block is reached, per way that leads there. */
  factsAt(node: Node, region: Node): Facts[] {
    const round: Node[] = [node];
    for (const outer of ancestors(node)) {
      round.unshift(outer);
      if (outer === region) break;
    }
    let facts: Facts[] = [nothing];
    for (const [at, outer] of round.entries()) {
      const inner = round[at + 1];
      if (!inner || facts.length === 0) break;
      facts = this.#towards(outer, inner, facts);
    }
    return facts;
  }

  #towards(outer: Node, inner: Node, facts: Facts[]): Facts[] {
    switch (outer.type) {
      case 'BlockStatement':
      case 'Program': {
        const before = outer.body.slice(0, outer.body.indexOf(inner as TSESTree.Statement));
        return this.through(before as TSESTree.Statement[], facts).falls;
      }
      case 'IfStatement':
      case 'ConditionalExpression':
        if (inner === outer.test) return facts;
        return this.#knowing(outer.test, inner === outer.consequent, facts);
      case 'LogicalExpression':
        if (inner === outer.left || outer.operator === '??') return facts;
        return this.#knowing(outer.left, outer.operator === '&&', facts);
      default:
        return facts;
    }
  }

  #statement(statement: TSESTree.Statement, facts: readonly Facts[]): Ends {
    switch (statement.type) {
      case 'ReturnStatement':
      case 'ThrowStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
        return { exits: facts.map((known) => ({ node: statement, facts: known })), falls: [] };
      case 'BlockStatement':
        return this.through(statement.body, facts);
      case 'LabeledStatement':
        return this.#statement(statement.body, facts);
      case 'IfStatement': {
        const yes = this.#statement(statement.consequent, this.#knowing(statement.test, true, facts));
        const otherwise = this.#knowing(statement.test, false, facts);
        const no = statement.alternate
          ? this.#statement(statement.alternate, otherwise)
          : { exits: [], falls: otherwise };
        return { exits: [...yes.exits, ...no.exits], falls: distinct([...yes.falls, ...no.falls]) };
      }
      case 'TryStatement': {
        const block = this.through(statement.block.body, facts);
        const handler = statement.handler ? this.through(statement.handler.body.body, facts) : null;
        const finalizer = statement.finalizer ? this.through(statement.finalizer.body, [nothing]) : null;
        // A finalizer that jumps overrides; otherwise what is thrown in a guarded block goes to the handler.
        const exits = handler
          ? block.exits.filter(({ node }) => node.type !== 'ThrowStatement')
          : block.exits;
        return {
          exits: [...exits, ...(handler?.exits ?? []), ...(finalizer?.exits ?? [])],
          falls: distinct([...block.falls, ...(handler?.falls ?? [])]),
        };
      }
      case 'SwitchStatement':
        return this.#switch(statement, facts);
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const { exits } = this.#statement(statement.body, facts);
        const leaving = exits.filter(({ node }) => targetOf(node) !== statement);
        return { exits: leaving, falls: [...facts] };
      }
      default:
        return { exits: [], falls: [...facts] };
    }
  }

  #switch(statement: TSESTree.SwitchStatement, facts: readonly Facts[]): Ends {
    const exits: Exit[] = [];
    const falls: Facts[] = statement.cases.some(({ test }) => !test) ? [] : [...facts];
    let falling: Facts[] = [];
    for (const one of statement.cases) {
      const definite = one.test !== null && this.#answers.isDefiniteCase(statement.discriminant, one.test);
      const fault = one.test !== null && this.#answers.isFaultCase(statement.discriminant, one.test);
      const entered = facts.map((known) => ({
        definite: known.definite || definite,
        fault: known.fault || fault,
      }));
      const ends = this.through(one.consequent, distinct([...entered, ...falling]));
      for (const exit of ends.exits) {
        if (targetOf(exit.node) === statement) falls.push(exit.facts);
        else exits.push(exit);
      }
      falling = ends.falls;
    }
    return { exits, falls: distinct([...falls, ...falling]) };
  }

  #knowing(test: Node, truth: boolean, facts: readonly Facts[]): Facts[] {
    const definite = this.#answers.isDefinite(test, truth);
    const fault = this.#answers.isServerFault(test, truth);
    return distinct(
      facts.map((known) => ({ definite: known.definite || definite, fault: known.fault || fault })),
    );
  }
}

function distinct(facts: readonly Facts[]): Facts[] {
  const seen = new Map(facts.map((known) => [`${known.definite} ${known.fault}`, known]));
  return [...seen.values()];
}

/** The loop or switch that `break` leaves or `continue` goes on with; the function's edge for `return` and `throw`. */
export function targetOf(node: Exit['node']): Node | null {
  if (node.type === 'ReturnStatement' || node.type === 'ThrowStatement') return null;
  for (const outer of ancestors(node)) {
    if (isFunction(outer)) return null;
    if (node.label) {
      if (outer.type === 'LabeledStatement' && outer.label.name === node.label.name) return outer.body;
      continue;
    }
    if (/^(?:For|ForIn|ForOf|While|DoWhile)Statement$/.test(outer.type)) return outer;
    if (outer.type === 'SwitchStatement' && node.type === 'BreakStatement') return outer;
  }
  return null;
}
