/** Mocha's own `spec` reporter, which also leaves the totals for the process that runs all suites. */
import Mocha from 'mocha';
import { writeResults } from './suite-results.ts';

export default class SuiteReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      writeResults({ passed: passes, failed: failures, skipped: pending });
    });
  }
}
