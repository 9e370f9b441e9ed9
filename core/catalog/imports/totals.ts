import { plainNumber } from '@haat/contract/plain-number';

const TOTAL = /^(?:(?:grand|sub|net)[ -]?)?(?:total|sum)\b|^(?:कुल|योग|जोड़|जोड)(?:\s|$|[:(])/i;
// What may follow the word in its cell.
const TOTAL_ENDS = /^(?:[\s:.(₹)]|rs|inr|total|qty|quantity|amount|value|items|of|योग|राशि|मात्रा)*$/i;

const SUM_TOLERANCE = 0.005;

/** Finds rows with the sums of the rows above them: of all, or of those since the last sum. */
export class Totals {
  #all: number[] = [];
  #part: number[] = [];

  /** `sums`: the row is a total; `unclear`: it is called so, but has other numbers. */
  add(cells: readonly string[]): 'sums' | 'unclear' | undefined {
    const numbers = cells.map((cell) => Number(plainNumber(cell.trim()) || Number.NaN));
    const name = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    if (!TOTAL.test(name) || !TOTAL_ENDS.test(name.replace(TOTAL, ''))) {
      for (const [at, number] of numbers.entries()) {
        if (Number.isNaN(number)) continue;
        this.#all[at] = (this.#all[at] ?? 0) + number;
        this.#part[at] = (this.#part[at] ?? 0) + number;
      }
      return undefined;
    }
    const isSum = (sums: number[]) =>
      numbers.some((number, at) => Math.abs(number - (sums[at] ?? Number.NaN)) < SUM_TOLERANCE);
    const hasNone = numbers.every((number) => Number.isNaN(number));
    const result = hasNone || isSum(this.#all) || isSum(this.#part) ? 'sums' : 'unclear';
    this.#part = [];
    return result;
  }
}
