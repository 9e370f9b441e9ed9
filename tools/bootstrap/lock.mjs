import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BEAT_MS = 1000;
const STALE_MS = 15_000;

/** Runs `work` while no other process of this checkout does work of that name. The lock of a process that ended is taken over. */
export async function withLock(root, { name, waiting }, work) {
  const lock = join(root, '.data', `${name}.lock`);
  let isAnnounced = false;
  while (!acquire(root, lock)) {
    if (!isAnnounced) console.error(waiting);
    isAnnounced = true;
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true });
    else await new Promise((wake) => setTimeout(wake, 250));
  }
  // The beat distinguishes a living holder from a reused process id.
  const beat = setInterval(() => touch(lock), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(lock, { recursive: true, force: true });
  }
}

function acquire(root, lock) {
  try {
    mkdirSync(join(root, '.data'), { recursive: true });
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Error(
      `Cannot write in ${root} (${error.code}). Make the folder writable, or move it to a writable location.`,
      { cause: error },
    );
  }
}

function isStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_MS) return true;
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    return pid > 0 && !isAlive(pid); // an empty file: its holder is still writing it
  } catch {
    return false; // just made or just released: look again
  }
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // taken over after this process slept for long: nothing to keep alive any more
  }
}

/** Whether a process of this id exists, be it ours or not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
