/** One line of the report. `floor`: what the machine could do at best in the same run; `goal`: what we want to reach. */
export type Figure = { what: string; figure: string; floor: string; goal: string; reached: boolean };

/** What one benchmark has measured. */
export type Measured = { title: string; figures: Figure[] };

/** What this run has reported so far. */
export const measured: Measured[] = [];

/** Prints the figures and keeps them for docs/benchmarks.md. */
export function report(title: string, figures: Figure[]): void {
  printTable(title, figures);
  measured.push({ title, figures });
}

const COLUMNS = ['what', 'figure', 'floor', 'goal'] as const;
const TITLES = { what: '', figure: 'measured', floor: 'floor of this run', goal: 'goal' };

export function printTable(title: string, figures: Figure[]): void {
  const widths = COLUMNS.map((column) => Math.max(...[TITLES, ...figures].map((row) => row[column].length)));
  const line = (row: Record<(typeof COLUMNS)[number], string>): string =>
    COLUMNS.map((column, at) => row[column].padEnd(widths[at] ?? 0)).join('   ');
  console.log(`\n${title}\n${line(TITLES)}`);
  for (const figure of figures) console.log(`${line(figure)}   ${figure.reached ? 'reached' : 'NOT reached'}`);
}

const ROUNDS = 300;

/** Half and nearly all of the times, in words. */
export const said = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;

/** How many ms each of 300 reads took, one after another, after 30 reads that do not count. */
export async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 30; warm++) await read();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return times;
}

/** The value that so much (0 to 1) of the values do not exceed; 0 of none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? 0;
}

const named = process.argv.slice(2).filter((name) => name !== '--write');

/** Whether this part was named, or none was. */
export function isSelected(part: string): boolean {
  return named.length === 0 || named.includes(part);
}

/** Whether this part was named. */
export function isNamed(part: string): boolean {
  return named.includes(part);
}
