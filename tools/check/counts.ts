import { stripVTControlCharacters } from 'node:util';

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
  testResults: VitestFile[];
};
type VitestFile = {
  name: string;
  startTime: number;
  endTime: number;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
};

/** Counts of Vitest's JSON report. A file that could not be loaded, and an error outside of any test, are failures too. */
export function countVitest(report: VitestReport, exitCode: number): Counts {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: exitCode !== 0 ? Math.max(failed, 1) : failed, skipped };
}

type PlaywrightTest = {
  status: string;
  projectName: string;
  results: { duration: number; error?: { message?: string } }[];
};
type PlaywrightSuite = {
  file: string;
  specs: { title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};

/** Counts of Playwright's JSON report. One that passed on a retry, which CI allows, has passed. */
export function countPlaywright({ stats }: PlaywrightReport, exitCode: number): Counts {
  const { expected, unexpected: failed, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: exitCode !== 0 ? Math.max(failed, 1) : failed, skipped };
}

/**
 * One line for each test that failed or passed only on a retry, and for each file that could not be loaded, with the
 * first line of the error.
 */
export function failedInVitest({ testResults }: VitestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = pathFrom(root, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`];
    return assertionResults
      .filter((test) => test.status === 'failed' || test.failureMessages?.length)
      .map((test) => {
        const flaky = test.status === 'failed' ? '' : ' (flaky)';
        return `${file} › ${test.fullName}${flaky}: ${firstLine(test.failureMessages?.[0])}`;
      });
  });
}

/** One line for each browser test that failed or passed only on a retry, with the first line of the error. */
export function failedInPlaywright({ suites }: Pick<PlaywrightReport, 'suites'>): string[] {
  return suites.flatMap(function ofSuite({ file, specs, suites: inner = [] }: PlaywrightSuite): string[] {
    const own = specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, projectName, results }) => {
          const error = results.find((result) => result.error)?.error?.message;
          return `${file} › ${title} (${projectName}${status === 'flaky' ? ', flaky' : ''}): ${firstLine(error)}`;
        }),
    );
    return [...own, ...inner.flatMap(ofSuite)];
  });
}

const firstLine = (text = 'no message'): string => stripVTControlCharacters(text).split('\n', 1)[0]!.trim();

const pathFrom = (root: string, file: string): string => (file.startsWith(root) ? file.slice(root.length + 1) : file);

/** How long one test or one file took. */
export type Timed = { file: string; ms: number };

const SLOWEST = 12;

/** The files that took longest, as lines with their seconds, each path from `root`. */
export function slowestFiles(times: readonly Timed[], root: string): string[] {
  const sums = [...Map.groupBy(times, ({ file }) => file)].map(([file, all]) => ({
    file: pathFrom(root, file),
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
  }));
  const slowest = sums.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
