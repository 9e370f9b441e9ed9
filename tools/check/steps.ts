import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canRunSecondMode, SECOND_MODE } from '../../tests/setup/redis.ts';
import { toolEntry } from '../bootstrap/tool-entry.mjs';
import { repoRoot } from '../lib/paths.ts';
import {
  add,
  countPlaywright,
  type Counts,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  NONE,
  slowestFiles,
  type Timed,
} from './counts.ts';
import { findOrInstallChromium, findOrInstallHeadlessShell } from './machine-tools.ts';

/** The failures of the steps so far, repeated at the end of the output, which may be all that a CI log shows. */
export const failures: string[] = [];

const tool = (name: string): string => toolEntry(repoRoot, name);

const STATIC_CHECKS = [
  { name: 'types', entry: join(repoRoot, 'tools', 'types.ts'), args: [] },
  { name: 'lint', entry: tool('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', entry: tool('prettier'), args: ['--check', '.'] },
  { name: 'dead code', entry: tool('knip'), args: [] },
  { name: 'list of packages', entry: join(repoRoot, 'tools', 'sbom.ts'), args: [] },
];

/** Starts what needs no running code. The returned function waits for the results and prints them; each check counts as one. */
export function startStaticChecks(): () => Promise<Counts> {
  // In parallel: some of them use one core only.
  const runs = STATIC_CHECKS.map(({ name, entry, args }) => ({ name, ran: runTool(entry, args, { show: false }) }));
  return async () => {
    let counts = NONE;
    for (const { name, ran } of runs) {
      const { code, output } = await ran;
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) {
        console.log(output.trimEnd());
        failures.push(name);
      }
      counts = add(counts, counted(code));
    }
    return counts;
  };
}

/** Unit, server and client tests. */
export const runVitest = (): Promise<Counts> => runProjects('pure', 'tools', 'server', 'client');

/** The server tests of queues and bus once more on Redis. Without a Redis they count as one that is skipped. */
export const runOnRedis = async (): Promise<Counts> =>
  canRunSecondMode() ? runProjects(SECOND_MODE) : { ...NONE, skipped: 1 };

/** The tests that kill programs, set clocks wrong, restore backups and send hostile input to every call. */
export const runSlowTests = (): Promise<Counts> => runProjects('slow');

/** The tests of failovers and poolers. Those whose servers cannot be installed here are skipped, with the reason in their names. */
export const runFailovers = (): Promise<Counts> => runProjects('ha');

function runProjects(...projects: string[]): Promise<Counts> {
  return withReport(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await runTool(
      tool('vitest'),
      ['run', ...projects.map((each) => `--project=${each}`), ...reporters],
      { show: true },
    );
    return (text) => {
      const report = JSON.parse(text) as Parameters<typeof countVitest>[0];
      printSlowest(report.testResults.map(({ name, startTime, endTime }) => ({ file: name, ms: endTime - startTime })));
      failures.push(...failedInVitest(report, repoRoot));
      return countVitest(report, code);
    };
  });
}

/** A short run of `npm run chaos` with a fixed seed. Counts as one. */
export async function runShortChaos(): Promise<Counts> {
  const args = ['25s', '24', '--untimed', '--faults', 'kills'];
  return counted((await runTool(join(repoRoot, 'tests', 'chaos', 'main.ts'), args, { show: true })).code);
}

const BROWSER_TESTS = ['test', '--config', 'tests/e2e/playwright.config.ts'];

/** Runs a part of the browser tests in the Chromium of this machine; without one they count as skipped. */
export async function runBrowserTests(part: 'quick' | 'slow'): Promise<Counts> {
  const chromium = findOrInstallChromium();
  if (!chromium) {
    console.log('Browser tests are SKIPPED: Chromium was not found. Install it, or set CHROMIUM_PATH.');
    const env = { BROWSER_TESTS: part };
    const { output } = await runTool(tool('playwright'), [...BROWSER_TESTS, '--list'], { show: false, env });
    return { ...NONE, skipped: Number(/Total: (\d+) test/.exec(output)?.[1] ?? 1) };
  }
  const shell = findOrInstallHeadlessShell();
  const browsers = { CHROMIUM_PATH: chromium, ...(shell && { HEADLESS_SHELL_PATH: shell }) };
  return withReport(async (file) => {
    const env = { ...browsers, BROWSER_TESTS: part, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const { code } = await runTool(tool('playwright'), [...BROWSER_TESTS, '--reporter=list,json'], { show: true, env });
    return (text) => {
      const report = JSON.parse(text) as Parameters<typeof countPlaywright>[0];
      printSlowest(report.suites.flatMap(timesOf));
      const { flaky } = report.stats;
      if (flaky > 0) console.log(`\n${flaky} browser tests passed only on a retry: listed above as flaky.`);
      failures.push(...failedInPlaywright(report));
      return countPlaywright(report, code);
    };
  });
}

const counted = (code: number): Counts => ({ ...NONE, ...(code === 0 ? { passed: 1 } : { failed: 1 }) });

/** Runs a test runner that writes its report to a file, and counts what the report says. */
async function withReport(run: (file: string) => Promise<(report: string) => Counts>): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-report-'));
  const file = join(folder, 'report.json');
  try {
    const count = await run(file);
    return count(readFileSync(file, 'utf8'));
  } catch {
    return { ...NONE, failed: 1 }; // the run ended without a report and has printed why
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Suite = Parameters<typeof countPlaywright>[0]['suites'][number];

const timesOf = (suite: Suite): Timed[] => [
  ...suite.specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ file: suite.file, ms: duration }))),
  ),
  ...(suite.suites ?? []).flatMap(timesOf),
];

function printSlowest(times: Timed[]): void {
  console.log('\nSlowest files:');
  for (const line of slowestFiles(times, repoRoot)) console.log(line);
}

const running = new Set<ChildProcess>();
const LONGEST_MS = 45 * 60_000;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    isInterrupted = true;
  });
}

type Ran = { code: number; output: string };

/** Runs a JavaScript or TypeScript entry to its end. `show`: it writes to our terminal; else its output is in `output`. */
async function runTool(entry: string, args: string[], options: { show: boolean; env?: object }): Promise<Ran> {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: repoRoot,
    env: { ...process.env, ...options.env },
    timeout: LONGEST_MS,
    stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  running.delete(child);
  if (isInterrupted) process.exit(130);
  return { code: code ?? 1, output };
}
