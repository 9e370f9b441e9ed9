import { join } from 'node:path';
import { repoRoot } from '../lib/repo-root.ts';
import type { Counts } from './counts.ts';
import { runTool } from './run-tool.ts';

/** A short run of `npm run chaos:payments`, whose choices are the same each time. Counts as one. */
export async function runPaymentsInChaos(): Promise<Counts> {
  const { code } = await runTool(join(repoRoot, 'bench', 'chaos-payments.ts'), ['20s', '1'], { show: true });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}
