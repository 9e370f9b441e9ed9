import { readFileSync } from 'node:fs';
import { isAlive } from './lock.mjs';

const EVERY_MS = 1000;

/**
 * Calls `act` once the npm that runs us is gone. It cannot pass on a kill -9, which would leave the servers running and
 * their port taken.
 */
export function onNpmExit(act) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  // Some shells put themselves between npm and us, some hand their place over.
  const { name, parent: grandparent } = processStatus(parent) ?? {};
  const npm = name === 'sh' || name === 'dash' || name === 'bash' ? grandparent : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return;
    clearInterval(timer);
    act();
  }, EVERY_MS);
  timer.unref();
}

/** Name and parent of a process; undefined where there is no /proc. */
function processStatus(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { name: /^Name:\s+(.*)$/m.exec(status)?.[1], parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) };
  } catch {
    return undefined;
  }
}
