/** How the checks of one step ended. */
export type Counts = { passed: number; failed: number; skipped: number; flaky?: number };

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    flaky: (a.flaky ?? 0) + (b.flaky ?? 0),
  };
}

/** "12 passed, 0 failed", with the skipped ones, and those that passed at the second try, when there are any. */
export function inWords({ passed, failed, skipped, flaky = 0 }: Counts): string {
  const others = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} of them flaky`].filter(Boolean);
  return [`${passed} passed, ${failed} failed`, ...others].join(', ');
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Counts of Vitest's JSON report. A file that could not be loaded, and an error outside of any test, are failures too. */
export function countVitest(report: VitestReport, exitCode: number): Counts {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: exitCode !== 0 ? Math.max(failed, 1) : failed, skipped };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

/** Counts of Playwright's JSON report. One that passed at the second try has passed, and is told as flaky. */
export function countPlaywright({ stats }: PlaywrightReport, exitCode: number): Counts {
  const { unexpected: failed, flaky, skipped } = stats;
  return { passed: stats.expected + flaky, failed: exitCode !== 0 ? Math.max(failed, 1) : failed, skipped, flaky };
}
