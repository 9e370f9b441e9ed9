import { join } from 'node:path';
import { toolEntry } from '../bootstrap/tool-entry.mjs';
import { repoRoot } from '../lib/repo-root.ts';
import { add, NONE, type Counts } from './counts.ts';
import { runTool } from './run-tool.ts';

const tool = (name: string): string => toolEntry(repoRoot, name);

const CHECKS = [
  { name: 'types', entry: join(repoRoot, 'scripts', 'types.ts'), args: [] },
  { name: 'lint', entry: tool('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', entry: tool('prettier'), args: ['--check', '.'] },
  { name: 'dead code', entry: tool('knip'), args: [] },
];

/** Runs what needs no running code; each of them counts as one. */
export async function runStaticChecks(): Promise<Counts> {
  let counts = NONE;
  // Side by side: some of them use one core alone.
  const runs = CHECKS.map(({ name, entry, args }) => ({ name, ran: runTool(entry, args, { show: false }) }));
  for (const { name, ran } of runs) {
    const { code, output } = await ran;
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code !== 0) console.log(output.trimEnd());
    counts = add(counts, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
  }
  return counts;
}
