// npm test: everything that a change can break. npm run test:full: what takes minutes and proves little more each day. With
// --all, as in CI, both. Continues after a failed step; the last line has the counts.
import { add, type Counts, inWords, NONE } from './check/counts.ts';
import { installHaproxyIfMissing, installRedisIfMissing } from './check/machine-tools.ts';
import { unpackPromtoolIfMissing } from '../tests/setup/promtool.ts';
import {
  failures,
  runBrowserTests,
  runFailovers,
  runOnRedis,
  runShortChaos,
  runSlowTests,
  runVitest,
  startStaticChecks,
} from './check/steps.ts';

type Step = { name: string; run: () => Promise<Counts> };

const [isAll, isFull] = ['--all', '--full'].map((each) => process.argv.includes(each));

const quick = (): Step[] => [
  { name: 'Unit, server, client', run: runVitest },
  // They run beside the first tests, which leave a core idle at times; their results are printed afterwards.
  { name: 'Types, lint, format, dead code', run: startStaticChecks() },
  { name: 'Browser', run: () => runBrowserTests('quick') },
];

const slow = (): Step[] => [
  { name: 'Kills, restores, hostile input', run: runSlowTests },
  { name: 'Queues on Redis', run: runOnRedis },
  { name: 'Chaos', run: runShortChaos },
  { name: 'Browser, all screens', run: () => runBrowserTests('slow') },
  // For some of them, root is needed.
  { name: 'Failovers', run: runFailovers },
];

installRedisIfMissing();
installHaproxyIfMissing();
unpackPromtoolIfMissing();
let total = NONE;
const summary: string[] = [];
for (const { name, run } of [...(isFull ? [] : quick()), ...(isFull || isAll ? slow() : [])]) {
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
