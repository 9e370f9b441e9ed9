import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** In bytes: what the system counts of the process, what of it is in use by objects, and what by buffers beside them. */
export type Memory = { rss: number; heap: number; external: number };

const LONGEST_MS = 20_000;

/** What makes a program tell its memory: its arguments for Node, its environment, and how to ask it. */
export function memoryTeller() {
  const folder = mkdtempSync(join(tmpdir(), 'haat-memory-'));
  const file = join(folder, 'memory.json');
  const script = fileURLToPath(new URL('tell-memory.ts', import.meta.url));
  return {
    nodeArgs: ['--expose-gc', '--import', script],
    env: { MEMORY_FILE: file },
    read: (pid: number): Promise<Memory> => readMemory(pid, file),
    forget: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

async function readMemory(pid: number, file: string): Promise<Memory> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; !existsSync(file); waited += 20) {
    if (waited > LONGEST_MS) throw new Error('The program does not tell its memory');
    await sleep(20);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Memory;
}
