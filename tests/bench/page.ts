import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { repoRoot } from '../../tools/lib/paths.ts';
import { type Figure, measured, type Measured } from './measure.ts';

const PAGE = join(repoRoot, 'docs', 'benchmarks.md');
/** The rows of the page that are written here are between these. */
const [HEAD, END] = ['| --- | --- | --- | --- | --- |\n', '\n<!-- end of the figures -->\n'];

/** Puts what this run has measured into docs/benchmarks.md. */
export function writeFigures(): void {
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), measured, thisMachine()));
}

/**
 * The page with these figures, each benchmark under a row with its name, and the machine where it is another one than above. A
 * benchmark that was not run keeps its rows.
 */
export function withFigures(page: string, benchmarks: Measured[], on: string): string {
  const from = page.indexOf(HEAD) + HEAD.length;
  const to = page.indexOf(END);
  if (from < HEAD.length || to < from) throw new Error('docs/benchmarks.md has no table to write to');
  const parts = new Map<string, { machine: string; rows: string }>();
  let above = '';
  for (const [, title = '', named = '', rows = ''] of page.slice(from, to).matchAll(PART)) {
    above = named || above;
    parts.set(title, { machine: above, rows });
  }
  for (const { title, figures } of benchmarks) parts.set(title, { machine: on, rows: figures.map(rowOf).join('') });
  const texts = [...parts].map(([title, { machine, rows }], at, all) => {
    const isAsAbove = machine === all[at - 1]?.[1].machine;
    return row([`**${title}**`, isAsAbove ? '' : machine]) + rows;
  });
  return page.slice(0, from) + texts.join('') + page.slice(to);
}

/** A benchmark of the page: its name, the machine if it is another one than above, and the rows. */
const PART = /^\| \*\*(.+)\*\* \| (?:([^|]+) )?\|.*\n((?:\| [^*].*\n)*)/gm;

const rowOf = ({ what, figure, floor, goal, reached }: Figure): string =>
  row([what, figure, floor, goal, reached ? '' : 'missed']);

const row = (cells: string[]): string =>
  `| ${[...cells, '', '', '', ''].slice(0, 5).join(' | ')} |\n`.replaceAll(/ {2,}/g, ' ');

function thisMachine(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const [postgres = ''] = /^\d+\.\d+/.exec(Object.values(optionalDependencies)[0] ?? '') ?? [];
  return `${availableParallelism()} CPUs, Node ${process.versions.node}, PostgreSQL ${postgres}`;
}
