type Method = (this: unknown[], ...values: never[]) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  toReversed() {
    const copy = Array.from(this);
    copy.reverse();
    return copy;
  },
  toSorted(compare?: (a: unknown, b: unknown) => number) {
    const copy = Array.from(this);
    copy.sort(compare);
    return copy;
  },
  toSpliced(...change: [start: number, count: number, ...items: unknown[]]) {
    const copy = Array.from(this);
    copy.splice(...change);
    return copy;
  },
  with(at: number, value: unknown) {
    const index = at < 0 ? this.length + at : at;
    if (index < 0 || index >= this.length) throw new RangeError(`There is no index ${at}`);
    return Array.from(this, (each, position) => (position === index ? value : each));
  },
};

/**
 * Adds the methods of ES2023 that the prototype of arrays lacks in the oldest browsers (README.md, Browsers). The compiler knows
 * no newer ones in the client's code (`tsconfig.json`), so that these are all there is to add.
 */
export function addArrayMethods(prototype: object): void {
  for (const [name, value] of Object.entries(METHODS))
    if (!(name in prototype)) Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

addArrayMethods(Array.prototype);
