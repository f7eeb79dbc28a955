import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkedLint } from '../fuzz/checked-lint.ts';
import { mutantsOf, spotsOf } from '../fuzz/mutants.ts';

const cases = path.join(import.meta.dirname, '..', 'cases');
const mutantsPerFile = 2;
const seed = 1;

describe('mutants of the marked cases', function () {
  this.timeout(120_000);

  it('lint without a throw, with sound positions and with suggestions that parse', () => {
    const faults: string[] = [];
    let linted = 0;
    let findings = 0;
    let suggestions = 0;
    for (const file of readdirSync(cases).sort()) {
      if (!/^\d.*\.[jt]sx?$/.test(file)) continue;
      const code = readFileSync(path.join(cases, file), 'utf8');
      // A test file would be left out by a rule.
      const filename = file.replace(/\.(?:spec|test)\./, '.');
      const spots = spotsOf(code, filename);
      for (let mutant = 1; mutant <= mutantsPerFile; mutant++) {
        for (const changed of mutantsOf(code, spots, seed, mutant)) {
          const checked = checkedLint(changed, filename);
          if (!checked.parsed) continue;
          linted++;
          findings += checked.findings;
          suggestions += checked.suggestions;
          // How fast a rule is, is no matter of a test on a busy machine.
          const wrong = checked.faults.filter(({ kind }) => kind !== 'slow');
          faults.push(
            ...wrong.map(({ kind, what }) => `${file}, mutant ${mutant}: ${kind}: ${what}\n${changed}`),
          );
          break;
        }
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(
      linted > 300 && findings > 200 && suggestions > 20,
      `only ${linted} mutants with ${findings} findings and ${suggestions} suggestions`,
    );
  });
});
