import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasHaproxy } from '../../core/test/haproxy.ts';
import { hasRedisServer } from '../../tests/setup/redis.ts';

const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The Chromium for browser tests: CHROMIUM_PATH, else the machine's, else one that is installed now where that is possible. */
export function findOrInstallChromium(): string | undefined {
  const find = () => [process.env.CHROMIUM_PATH, ...CHROMIUMS].find((path) => path && existsSync(path));
  const found = find();
  if (found) return found;
  installOnDebian('chromium');
  return find();
}

/**
 * The same Chromium without the windows of a browser, which take a third of its time; undefined where it cannot be had, and
 * where CHROMIUM_PATH says which browser to use.
 */
export function findOrInstallHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return undefined;
  if (!existsSync(HEADLESS_SHELL)) installOnDebian('chromium-headless-shell');
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined;
}

/** A redis-server for the tests of that carrier; the tests themselves say so when there is none. */
export function installRedisIfMissing(): void {
  if (!process.env.TEST_REDIS_URL && !hasRedisServer()) installOnDebian('redis-server');
}

/** The proxy for the tests of several replicas; the tests themselves say so when there is none. */
export function installHaproxyIfMissing(): void {
  if (!hasHaproxy()) installOnDebian('haproxy');
  if (!hasHaproxy()) console.log('Tests of replicas behind the proxy are SKIPPED: haproxy was not found.');
}

let isUpdated = false;

function installOnDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing ${name} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  // The package lists of an image can be months old and would install an equally old browser.
  if (!isUpdated) aptGet('update', '-qq');
  isUpdated = true;
  const { status, error, stderr } = aptGet('install', '-y', '-qq', '--no-install-recommends', name);
  if (status !== 0) console.log(`Installation failed: ${error?.message ?? stderr.trim()}`);
}
