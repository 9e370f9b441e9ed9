import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PASSED_ON = /^npm_config_(cache|registry|cafile|proxy|https_proxy|noproxy|userconfig|offline|prefer_offline)$/i;

/**
 * Makes node_modules of `dir` agree with its package-lock.json; does nothing, and writes nothing, when it does already.
 * `what` names it for people. Throws an Error whose message says what to do.
 */
export async function ensureInstalled(root, dir, what) {
  if (isInstalled(dir)) return;
  const lock = { name: 'install', waiting: `Waiting for another run that installs ${what} ...` };
  await withLock(root, lock, async () => {
    if (isInstalled(dir)) return;
    if (npmKnowsItIsInstalled(dir)) return stamp(dir);
    const started = Date.now();
    rmSync(stampFile(dir), { force: true });
    await npmCi(dir, what);
    stamp(dir);
    console.error(`Installed ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
}

const stampFile = (dir) => join(dir, 'node_modules', '.haat-installed');

/** The binaries differ by platform, so a folder copied from another machine counts as not installed. */
function fingerprint(dir) {
  const hash = createHash('sha256').update(readFileSync(join(dir, 'package-lock.json')));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

const isInstalled = (dir) => existsSync(stampFile(dir)) && readFileSync(stampFile(dir), 'utf8') === fingerprint(dir);

function stamp(dir) {
  mkdirSync(join(dir, 'node_modules'), { recursive: true });
  writeFileSync(stampFile(dir), fingerprint(dir));
}

/** After an `npm install` by hand nothing is installed again: npm writes its own record as the last step. */
function npmKnowsItIsInstalled(dir) {
  const record = join(dir, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const has = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wants = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wants).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    if (!has[path]) return Boolean(entry.optional) && !isForThisPlatform(entry);
    return has[path].integrity === entry.integrity && existsSync(join(dir, path));
  });
}

const isForThisPlatform = ({ os, cpu, libc }) =>
  Boolean(os && cpu && !libc && os.includes(process.platform) && cpu.includes(process.arch));

/** `npm ci` in `dir` (`what` names it for people), with the npm that runs us when there is one. Throws an Error that says what to do. */
async function npmCi(dir, what) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...before] = npmCommand();
  const shell = process.platform === 'win32' && before.length === 0;
  const stdio = ['ignore', 2, 2];
  const child = spawn(command, [...before, ...args], { cwd: dir, env: ownEnvironment(), shell, stdio });
  const stoppedBy = [];
  const stop = (signal) => {
    stoppedBy.push(signal);
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  console.error(`Installing ${what} ...`);
  const code = await new Promise((done) => {
    child.once('error', (error) => done(error.code));
    child.once('close', (status, signal) => done(status ?? signal));
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  if (stoppedBy.length > 0) throw new Error('Stopped while installing; the next run installs again.');
  if (code === 'ENOENT')
    throw new Error('npm was not found. Install Node.js with npm from https://nodejs.org/ and try again.');
  if (code !== 0)
    throw new Error(
      `"npm ci" failed in ${dir} (${code}); see the output above. Fix the cause, then run the same command again.`,
    );
}

/** The command that starts npm, with its first arguments. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && basename(running) === 'npm-cli.js' && existsSync(running)) return [process.execPath, running];
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? [process.execPath, beside] : ['npm'];
}

/** An npm that runs us hands down its settings for this run (--workspace, --omit, ...), which are not meant for this one. */
function ownEnvironment() {
  const isOfParent = (name) => /^npm_(config|package|lifecycle)_/i.test(name) && !PASSED_ON.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfParent(name)));
}
