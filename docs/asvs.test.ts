import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** How many requirements of levels 1 and 2 each chapter of version 5.0.0 has. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const [, unmet = '', unneeded = '', met = ''] = read('docs/asvs.md').split(/^## .+$/m);
const numbersIn = (text: string): string[] => text.match(/\d+\.\d+\.\d+/g) ?? [];
/** The requirements in the first cell of the rows of a table. */
const numbersOf = (rows: string): string[] =>
  [...rows.matchAll(/^\| ([\d., ]+) \|/gm)].flatMap(([cell]) => numbersIn(cell));
const verdicts = { met: numbersOf(met), notApplicable: numbersIn(unneeded), notMet: numbersOf(unmet) };

it('has every requirement once', () => {
  const numbers = Object.values(verdicts).flat();
  const chapters = Object.groupBy(numbers, (number) => number.split('.')[0] ?? '');
  expect(CHAPTERS.map((_, at) => chapters[at + 1]?.length)).toEqual(CHAPTERS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('names tests and files that exist, as threats.md does', () => {
  const [, attackers = ''] = /## Attackers([^]+)## Data/.exec(read('docs/threats.md')) ?? [];
  const rows = [...(met + attackers).matchAll(/^\|.+\|.+\| (\w.*|\..*) \|$/gm)].map(([, files = '']) => files);
  const proofs = rows.flatMap((files) => files.split(', ')).filter((file) => /[/.]/.test(file));
  expect(proofs.length).toBeGreaterThan(verdicts.met.length);
  const isMissing = (file: string): boolean =>
    !existsSync(join(root, file)) && !existsSync(join(root, `${file}.test.ts`));
  expect(proofs.filter(isMissing)).toEqual([]);
});

it('agrees with what SECURITY.md admits', () => {
  const text = read('SECURITY.md');
  const admitted = [...text.matchAll(/\*\*(\d+\.\d+\.\d+)\*\*/g)].map(([, number = '']) => number);
  expect(admitted.toSorted()).toEqual(verdicts.notMet.toSorted());
  const words = `of ${CHAPTERS.reduce((sum, count) => sum + count, 0)} requirements, ${verdicts.met.length} are met, ${verdicts.notApplicable.length} do not apply and ${verdicts.notMet.length} are not met`;
  expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
});
