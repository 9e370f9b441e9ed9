import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const KEPT = /^npm_config_(cache|registry|cafile|proxy|https_proxy|noproxy|userconfig|offline|prefer_offline)$/i;

/** `npm ci` in `dir` (`what` names it for people), with the npm that runs us when there is one. Throws an Error that says what to do. */
export async function npmCi(dir, what) {
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
      `"npm ci" failed in ${dir} (${code}); the reason is above. Once it is cured, run the same command again.`,
    );
}

function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && basename(running) === 'npm-cli.js' && existsSync(running)) return [process.execPath, running];
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? [process.execPath, beside] : ['npm'];
}

/** An npm that runs us hands down its settings for this run (--workspace, --omit, ...), which are not meant for this one. */
function ownEnvironment() {
  const isOfParent = (name) => /^npm_(config|package|lifecycle)_/i.test(name) && !KEPT.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfParent(name)));
}
