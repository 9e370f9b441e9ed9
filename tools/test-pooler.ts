// npm run test:pooler [-- files]: the server tests once more, through PgBouncer in transaction mode.
import { spawnSync } from 'node:child_process';
import { toolEntry } from './bootstrap/tool-entry.mjs';
import { repoRoot } from './lib/paths.ts';
import { findEngines } from '../tests/servers/engines.ts';
import { THROUGH_POOLER } from '../tests/setup/pooler.ts';

const found = await findEngines();
if ('missing' in found) console.log(`The server tests through PgBouncer are SKIPPED: ${found.missing}.`);
else process.exitCode = runTests(process.argv.slice(2));

function runTests(args: string[]): number {
  const command = [toolEntry(repoRoot, 'vitest'), 'run', '--project', THROUGH_POOLER, ...args];
  const env = { ...process.env, TEST_POOLER: '1' };
  return spawnSync(process.execPath, command, { cwd: repoRoot, env, stdio: 'inherit' }).status ?? 1;
}
