import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** How many requirements of levels 1 and 2 each chapter of version 5.0.0 has. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const ROW = /^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm;
const rows = [...read('docs/asvs.md').matchAll(ROW)].map(([, number = '', , , verdict = '', why = '']) => ({
  number,
  verdict,
  why,
}));

const numbersOf = (verdict: string): string[] =>
  rows.filter((row) => row.verdict === verdict).map(({ number }) => number);

it('has every requirement once', () => {
  const chapters = Object.groupBy(rows, ({ number }) => number.split('.')[0] ?? '');
  expect(CHAPTERS.map((_, at) => chapters[at + 1]?.length)).toEqual(CHAPTERS);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
});

it.each(rows)('$number has a verdict and a reason', ({ verdict, why }) => {
  expect(['met', 'not applicable', 'not met']).toContain(verdict);
  const tests = [...why.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, file = '']) => file);
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('agrees with what SECURITY.md admits', () => {
  const text = read('SECURITY.md');
  const admitted = [...text.matchAll(/\*\*(\d+\.\d+\.\d+)\*\*/g)].map(([, number = '']) => number);
  expect(admitted.toSorted()).toEqual(numbersOf('not met').toSorted());
  const met = numbersOf('met').length;
  const words = `of ${rows.length} requirements, ${met} are met, ${numbersOf('not applicable').length} do not apply and ${admitted.length} are not met`;
  expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
});
