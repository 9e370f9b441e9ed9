import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repoRoot } from '../../tools/lib/paths.ts';

/** The only files that look at REDIS_URL to choose between the two stores; a test checks this list. */
export const CHOOSERS = ['core/queue/queues.ts', 'core/live/connect-bus.ts', 'core/rate-limit/limit-counters.ts'];

const SERVER_TESTS = '{core,api,worker}/**/*.test.ts';
/** An import of any kind, or the path of a program that is started. */
const NAMED = /'((?:\.{1,2}\/|@haat\/)[^'\n]+|[\w-]+(?:\/[\w.-]+)+\.ts)'/g;
/** What a test uses to see jobs and live events, or a worker at work. */
const OBSERVED =
  /^(core\/(queue|live|ops\/health)\/|worker\/|api\/(live|queue-dashboard)\/|api\/test\/(event-stream|reconnecting-))/;
/** They open and close the bus and the queues for everybody, and see nothing of them. */
const PLUMBING = ['api/test/api-client.ts', 'core/test/stop-services.ts', 'core/test/program.ts'];
/** Waits for the queue and closes it at the end of a file. */
const TEARDOWN = /^import \{ (closeQueues|dispatchesSettled) \} from .*$/gm;
/** Of the programs that a test may start, only a worker takes jobs. */
const STARTS_WORKER = /\bstartWorkerProgram\b/;
/**
 * Placing an order is the one request whose whole path runs in both modes, from the route to the outbox. Rate limits are
 * counted in both stores: these are the tests of logins that depend on them.
 */
const IN_BOTH_MODES = [
  'api/orders/orders.routes.test.ts',
  'core/orders/place/place-order.test.ts',
  'core/rate-limit/limit.test.ts',
  'api/accounts/auth.routes.test.ts',
  'api/accounts/lock-out.test.ts',
  'api/accounts/shared-devices.routes.test.ts',
];

/**
 * The server tests that the second mode leaves out: neither they nor their helpers look at jobs, live events or a worker.
 * The code between a request and the queue is the same in both modes; the queue and the bus themselves have tests in both.
 */
export function sameInBothModes(): string[] {
  const tests = globSync(SERVER_TESTS, { cwd: repoRoot, exclude: ['**/node_modules/**'] });
  return tests.filter((test) => !IN_BOTH_MODES.includes(test) && !observes(test)).toSorted();
}

function observes(test: string): boolean {
  if (test.endsWith('.redis.test.ts')) return true;
  const files = new Set([test]);
  for (const file of files) {
    if (OBSERVED.test(file)) return true;
    const text = readFileSync(join(repoRoot, file), 'utf8').replaceAll(TEARDOWN, '');
    if (STARTS_WORKER.test(text)) return true;
    const named = [...text.matchAll(NAMED)].map(([, name = '']) => pathOf(name, file));
    if (named.some((path) => OBSERVED.test(path))) return true;
    for (const path of named) if (isTestHelper(path)) files.add(path);
  }
  return false;
}

const isTestHelper = (path: string): boolean =>
  /\/test\//.test(path) && !PLUMBING.includes(path) && path.endsWith('.ts') && existsSync(join(repoRoot, path));

function pathOf(name: string, from: string): string {
  if (name.startsWith('@haat/')) return `${name.slice('@haat/'.length)}.ts`;
  return name.startsWith('.') ? posix.join(posix.dirname(from), name) : name;
}
