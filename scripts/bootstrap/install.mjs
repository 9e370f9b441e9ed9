import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npmCi } from './npm.mjs';

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
function wanted(dir) {
  const hash = createHash('sha256').update(readFileSync(join(dir, 'package-lock.json')));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

const isInstalled = (dir) => existsSync(stampFile(dir)) && readFileSync(stampFile(dir), 'utf8') === wanted(dir);

function stamp(dir) {
  mkdirSync(join(dir, 'node_modules'), { recursive: true });
  writeFileSync(stampFile(dir), wanted(dir));
}

/** Whoever ran `npm install` by hand need not wait for a second one: npm writes its own record as the last step. */
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
