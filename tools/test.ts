// npm test: all checks. Continues after a failed step; the last line has the counts.
import { add, inWords, NONE } from './check/counts.ts';
import { installHaproxyIfMissing, installRedisIfMissing } from './check/machine-tools.ts';
import { unpackPromtoolIfMissing } from '../tests/setup/promtool.ts';
import { failures, runBrowserTests, runFailovers, runShortChaos, runVitest, startStaticChecks } from './check/steps.ts';

installRedisIfMissing();
installHaproxyIfMissing();
unpackPromtoolIfMissing();
// The static checks run beside the first tests, which leave a core idle at times; their results are printed afterwards.
const STEPS = [
  { name: 'Unit, server, client', run: runVitest },
  { name: 'Types, lint, format, dead code', run: startStaticChecks() },
  { name: 'Chaos', run: runShortChaos },
  { name: 'Browser', run: runBrowserTests },
  // They take minutes and, for some of them, root; a person runs them with npm run test:ha.
  ...(process.env.CI ? [{ name: 'Failovers', run: runFailovers }] : []),
];
let total = NONE;
const summary: string[] = [];
for (const { name, run } of STEPS) {
  console.log(`\n── ${name} ──`);
  const startedAt = performance.now();
  const counts = await run();
  total = add(total, counts);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  summary.push(`${name.padEnd(32)} ${minutes.padStart(5)} min  ${inWords(counts)}`);
}
if (failures.length > 0) console.log(`\n── Failed or flaky ──\n${failures.join('\n')}`);
console.log(`\n── After ${(process.uptime() / 60).toFixed(1)} min ──\n${summary.join('\n')}\n\n${inWords(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
