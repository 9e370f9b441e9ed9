import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export type WorkerProcess = { kill(): Promise<void>; terminate(): Promise<number | null> };

const started = new Set<ChildProcess>();

/** A worker as a process of its own on the environment of the test; resolves when it listens to its queues. */
export async function startWorkerProcess(): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['worker/main.ts'], {
    env: { ...process.env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.add(child);
  const exited = once(child, 'exit').then(([code]) => {
    started.delete(child);
    return code as number | null;
  });
  await isReady(child, exited);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { kill: async () => void (await end('SIGKILL')), terminate: () => end('SIGTERM') };
}

/** Ends by force what a failed test left running. */
export function killLeftWorkers(): void {
  for (const child of started) child.kill('SIGKILL');
}

async function isReady(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const said = new Promise<void>((done) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('The worker is ready')) done();
    });
  });
  const died = exited.then((code) => {
    throw new Error(`The worker ended with ${String(code)} before it was ready`);
  });
  died.catch(() => {});
  await Promise.race([said, died]);
}
