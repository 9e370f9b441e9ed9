/** How the checks of one step ended. */
export type Counts = { passed: number; failed: number; skipped: number };

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** "12 passed, 0 failed", and the skipped ones when there are any. */
export function inWords({ passed, failed, skipped }: Counts): string {
  return [`${passed} passed, ${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ');
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; startTime: number; endTime: number; status: string; assertionResults: unknown[] }[];
};

/** Counts of Vitest's JSON report. A file that could not be loaded, and an error outside of any test, are failures too. */
export function countVitest(report: VitestReport, exitCode: number): Counts {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: exitCode !== 0 ? Math.max(failed, 1) : failed, skipped };
}

type PlaywrightSuite = {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};

/** Counts of Playwright's JSON report. One that passed at its second attempt, which CI allows, has passed. */
export function countPlaywright({ stats }: PlaywrightReport, exitCode: number): Counts {
  const { expected, unexpected: failed, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: exitCode !== 0 ? Math.max(failed, 1) : failed, skipped };
}

/** How long one test or one file took. */
export type Timed = { file: string; ms: number };

const SLOWEST = 12;

/** The files that took longest, as lines with their seconds, each path from `root`. */
export function slowestFiles(times: readonly Timed[], root: string): string[] {
  const sums = [...Map.groupBy(times, ({ file }) => file)].map(([file, all]) => ({
    file: file.startsWith(root) ? file.slice(root.length + 1) : file,
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
  }));
  const slowest = sums.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
