import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type Program = {
  pid: number;
  /** Its exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  terminate(): Promise<number | null>;
};

export type ProgramOptions = {
  env?: Record<string, string>;
  nodeArgs?: string[];
  /** Runs the built program, as `npm start` and the image do. Call `build(serverBuild)` first. */
  isBuilt?: boolean;
  /** Receives each line that it logs. */
  onLine?: (line: string) => void;
};

const running = new Set<ChildProcess>();

export const startApiProgram = (options: ProgramOptions & { env: { PORT: string } }): Promise<Program> =>
  startProgram('api', 'The api is ready', options);

export const startWorkerProgram = (options: ProgramOptions = {}): Promise<Program> =>
  startProgram('worker', 'The worker is ready', options);

/** Starts one of our programs with the environment of the test; resolves when it logs that it is ready. */
async function startProgram(name: string, ready: string, options: ProgramOptions): Promise<Program> {
  const { env, nodeArgs = [], isBuilt, onLine } = options;
  const entry = isBuilt ? `dist/server/${name}.mjs` : `${name}/main.ts`;
  const child = spawn(process.execPath, [...nodeArgs, entry], {
    env: { ...process.env, HOST: '127.0.0.1', ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  if (onLine) createInterface(child.stdout).on('line', onLine);
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  await Promise.race([
    said(child, ready),
    exited.then((code) => {
      throw new Error(`${entry} ended with ${code} before it was ready`);
    }),
  ]);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid ?? 0,
    exited,
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
  };
}

/** Kills the programs that a failed test left running. */
export function killLeftoverPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

function said(child: ChildProcess, text: string): Promise<void> {
  let all = '';
  return new Promise((done) => {
    child.stdout?.on('data', (part: Buffer) => {
      if (all.includes(text)) return;
      all += part;
      if (all.includes(text)) done();
    });
  });
}
