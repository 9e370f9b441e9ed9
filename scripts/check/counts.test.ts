import { expect, it } from 'vitest';
import { add, countPlaywright, countVitest, inWords } from './counts.ts';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };

it('counts a Vitest report', () => {
  expect(countVitest(vitest, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
});

it('counts a file that could not be loaded as a failure', () => {
  const report = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(countVitest(report, 1).failed).toBe(1);
});

it('an unhandled error is a failure although every test passed', () => {
  expect(countVitest(vitest, 1).failed).toBe(1);
});

it('a browser test that passed at the second try is told as flaky', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 0 };
  const counts = countPlaywright({ stats }, 0);
  expect(counts).toEqual({ passed: 4, failed: 0, skipped: 0, flaky: 1 });
  expect(inWords(add(counts, counts))).toBe('8 passed, 0 failed, 2 of them flaky');
});

it('a browser test that failed each time has failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 0, skipped: 0 };
  expect(countPlaywright({ stats }, 1).failed).toBe(1);
});

it('puts the sum into words', () => {
  expect(inWords(add({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 }))).toBe(
    '3 passed, 1 failed',
  );
  expect(inWords({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
});
