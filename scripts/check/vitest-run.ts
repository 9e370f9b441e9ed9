import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolEntry } from '../bootstrap/tool-entry.mjs';
import { repoRoot } from '../lib/repo-root.ts';
import { canRunSecondMode, SECOND_MODE } from '../test/redis.ts';
import { countVitest, type Counts, NONE } from './counts.ts';
import { runTool } from './run-tool.ts';

/** Unit, layer, server and client tests. */
export const runVitest = (): Promise<Counts> => run(`!${SECOND_MODE}`);

/** The server tests once more, with queues and bus in Redis; one that is skipped where there is no Redis. */
export async function runOnRedis(): Promise<Counts> {
  return canRunSecondMode() ? run(SECOND_MODE) : { ...NONE, skipped: 1 };
}

async function run(project: string): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-report-'));
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runTool(toolEntry(repoRoot, 'vitest'), ['run', '--project', project, ...reporters], {
    show: true,
  });
  try {
    return countVitest(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof countVitest>[0], code);
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // it did not come as far as a report; why is above
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
