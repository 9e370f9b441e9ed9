import { join } from 'node:path';
import { repoRoot } from '../lib/repo-root.ts';
import type { Counts } from './counts.ts';
import { runTool } from './run-tool.ts';

/** A short run of `npm run chaos`, which kills the same ones each time. Counts as one. */
export async function runShortChaos(): Promise<Counts> {
  const args = ['25s', '24', '--untimed'];
  const { code } = await runTool(join(repoRoot, 'bench', 'chaos.ts'), args, { show: true });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}
