/**
 * Mocha's report in the form `npm test` prints it: one line for each group of tests, every failure whole at the end.
 * It also leaves the totals for the process that runs all suites.
 */
import Mocha from 'mocha';
import { writeResults } from './suite-results.ts';

const {
  EVENT_SUITE_BEGIN,
  EVENT_SUITE_END,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
  EVENT_RUN_END,
} = Mocha.Runner.constants;

/** A group is a `describe` that stands in no other. */
const isGroup = (suite: Mocha.Suite): boolean => suite.parent?.root === true;

export default class SuiteReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const { color, symbols, consoleLog } = {
      color: Mocha.reporters.Base.color,
      symbols: Mocha.reporters.Base.symbols,
      consoleLog: (line: string) => Mocha.reporters.Base.consoleLog(line),
    };
    const fresh = (): { passed: number; failed: number; skipped: number; begun: number } => {
      return { passed: 0, failed: 0, skipped: 0, begun: performance.now() };
    };
    let group = fresh();

    runner.on(EVENT_SUITE_BEGIN, (suite) => {
      if (isGroup(suite)) group = fresh();
    });
    runner.on(EVENT_TEST_PASS, () => group.passed++);
    runner.on(EVENT_TEST_FAIL, () => group.failed++);
    runner.on(EVENT_TEST_PENDING, () => group.skipped++);
    runner.on(EVENT_SUITE_END, (suite) => {
      if (!isGroup(suite)) return;
      const good = group.failed === 0;
      const mark = good ? color('checkmark', symbols.ok) : color('fail', symbols.err);
      const counts = [
        `${group.passed} passed`,
        group.failed > 0 && color('fail', `${group.failed} failed`),
        group.skipped > 0 && color('pending', `${group.skipped} skipped`),
      ].filter(Boolean);
      const seconds = ((performance.now() - group.begun) / 1000).toFixed(1);
      consoleLog(`  ${mark} ${suite.title}: ${counts.join(', ')} ${color('light', `(${seconds} s)`)}`);
    });
    runner.once(EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      if (this.failures.length > 0) Mocha.reporters.Base.list(this.failures);
      writeResults({ passed: passes, failed: failures, skipped: pending });
    });
  }
}
