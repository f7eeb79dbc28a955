import type { EffectsReport, Report } from '../protocol.ts';

/** Characters that JSON leaves as they are and a terminal may obey: C1 controls, DEL and marks of text direction. */
const obeyed = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_unit, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

const json = (value: unknown, indent: string): string =>
  (JSON.stringify(value, null, 2) ?? 'null').replace(obeyed, escaped).replaceAll('\n', `\n${indent}`);

/**
 * A report as the JSON document of the `--json` contract, in pieces: as one text it may be larger than a string can be.
 * What a terminal could obey is escaped, which leaves the document's meaning as it is.
 */
export function* jsonPieces(report: Report | EffectsReport): Generator<string> {
  yield '{';
  let first = true;
  for (const [name, value] of Object.entries(report)) {
    yield `${first ? '' : ','}\n  ${JSON.stringify(name)}: `;
    first = false;
    if (!Array.isArray(value) || value.length === 0) yield json(value, '  ');
    else {
      yield '[';
      for (const [index, item] of (value as unknown[]).entries())
        yield `${index === 0 ? '' : ','}\n    ${json(item, '    ')}`;
      yield '\n  ]';
    }
  }
  yield '\n}\n';
}
