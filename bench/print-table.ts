/** One line of the report. `floor`: what the machine could do at best in the same run; `goal`: what we want to reach. */
export type Figure = { what: string; figure: string; floor: string; goal: string; reached: boolean };

const COLUMNS = ['what', 'figure', 'floor', 'goal'] as const;
const TITLES = { what: '', figure: 'measured', floor: 'floor of this run', goal: 'goal' };

export function printTable(title: string, figures: Figure[]): void {
  const widths = COLUMNS.map((column) => Math.max(...[TITLES, ...figures].map((row) => row[column].length)));
  const line = (row: Record<(typeof COLUMNS)[number], string>): string =>
    COLUMNS.map((column, at) => row[column].padEnd(widths[at] ?? 0)).join('   ');
  console.log(`\n${title}\n${line(TITLES)}`);
  for (const figure of figures) console.log(`${line(figure)}   ${figure.reached ? 'reached' : 'NOT reached'}`);
}
