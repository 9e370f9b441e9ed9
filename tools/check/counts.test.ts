import { expect, it } from 'vitest';
import {
  add,
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  inWords,
  slowestFiles,
} from './counts.ts';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };

it('counts a Vitest report', () => {
  expect(countVitest(vitest, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
});

it('counts a file that could not be loaded as a failure', () => {
  const report = {
    ...vitest,
    testResults: [{ name: 'a.test.ts', startTime: 0, endTime: 1, status: 'failed', assertionResults: [] }],
  };
  expect(countVitest(report, 1).failed).toBe(1);
});

it('an unhandled error is a failure although every test passed', () => {
  expect(countVitest(vitest, 1).failed).toBe(1);
});

it('a browser test that passed only on a retry has passed', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 0 };
  expect(countPlaywright({ stats, suites: [] }, 0)).toEqual({ passed: 4, failed: 0, skipped: 0 });
});

it('a browser test that failed each time has failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 0, skipped: 0 };
  expect(countPlaywright({ stats, suites: [] }, 1).failed).toBe(1);
});

it('names each failed or flaky test and each file that could not be loaded, with the first line of the error', () => {
  const file = { startTime: 0, endTime: 1, status: 'failed' };
  const failed = {
    status: 'failed',
    fullName: 'adds up',
    failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m\nat a.ts'],
  };
  const passed = { ...failed, status: 'passed', failureMessages: [] };
  const flaky = { ...failed, status: 'passed', fullName: 'waits' };
  const testResults = [
    { ...file, name: '/repo/core/a.test.ts', assertionResults: [passed, flaky, failed] },
    { ...file, name: '/repo/core/b.test.ts', message: 'Cannot find module x\nat b.ts', assertionResults: [] },
  ];
  expect(failedInVitest({ ...vitest, testResults }, '/repo')).toEqual([
    'core/a.test.ts › waits (flaky): expected 1 to be 2',
    'core/a.test.ts › adds up: expected 1 to be 2',
    'core/b.test.ts: Cannot find module x',
  ]);
});

it('names each browser test that failed or was flaky', () => {
  const specs = ['expected', 'unexpected', 'flaky'].map((status) => ({
    title: `is ${status}`,
    tests: [{ status, projectName: 'phone', results: [{ duration: 1, error: { message: 'too late\nat c.ts' } }] }],
  }));
  expect(
    failedInPlaywright({ suites: [{ file: 'c.spec.ts', specs: [], suites: [{ file: 'c.spec.ts', specs }] }] }),
  ).toEqual(['c.spec.ts › is unexpected (phone): too late', 'c.spec.ts › is flaky (phone, flaky): too late']);
});

it('lists the slowest files first, the tests of each added up', () => {
  const times = [
    { file: '/repo/core/a.test.ts', ms: 900 },
    { file: '/repo/core/b.test.ts', ms: 1_000 },
    { file: '/repo/core/a.test.ts', ms: 600 },
  ];
  expect(slowestFiles(times, '/repo')).toEqual(['    1.5 s  core/a.test.ts', '    1.0 s  core/b.test.ts']);
});

it('formats the sum', () => {
  expect(inWords(add({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 }))).toBe(
    '3 passed, 1 failed',
  );
  expect(inWords({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
});
