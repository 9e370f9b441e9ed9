// npm test: everything there is to check. Goes on after a failing step; the last line has the counts.
import { runBrowserTests } from './check/browser-run.ts';
import { add, inWords, NONE } from './check/counts.ts';
import { installHaproxyWhereLacking, installRedisWhereLacking } from './check/machine-tools.ts';
import { runShortChaos } from './check/short-chaos.ts';
import { runStaticChecks } from './check/static-checks.ts';
import { runOnRedis, runVitest } from './check/vitest-run.ts';

const STEPS = [
  { name: 'Types, lint, format, dead code', run: runStaticChecks },
  { name: 'Unit, layers, server, client', run: runVitest },
  { name: 'Server once more, on Redis', run: runOnRedis },
  { name: 'Chaos', run: runShortChaos },
  { name: 'Browser', run: runBrowserTests },
];

installRedisWhereLacking();
installHaproxyWhereLacking();
let total = NONE;
const summary: string[] = [];
for (const { name, run } of STEPS) {
  console.log(`\n── ${name} ──`);
  const counts = await run();
  total = add(total, counts);
  summary.push(`${name.padEnd(32)} ${inWords(counts)}`);
}
console.log(`\n── After ${process.uptime().toFixed(0)} s ──\n${summary.join('\n')}\n\n${inWords(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
