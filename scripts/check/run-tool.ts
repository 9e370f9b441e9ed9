import { spawn, type ChildProcess } from 'node:child_process';
import { repoRoot } from '../lib/repo-root.ts';

const running = new Set<ChildProcess>();
const LONGEST_MS = 45 * 60_000;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    isInterrupted = true;
  });
}

export type Ran = { code: number; output: string };

/** Runs a JavaScript or TypeScript entry to its end. `show`: it writes to our terminal; else what it wrote is in `output`. */
export async function runTool(entry: string, args: string[], options: { show: boolean; env?: object }): Promise<Ran> {
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
