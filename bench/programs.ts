import { startApiProgram, startWorkerProgram } from '../core/test/program.ts';
import { freePort } from '../scripts/lib/ports.ts';

/** Runs `measure` against an api process (and a worker when asked for), which are ended afterwards. */
export async function withPrograms<Result>(
  { worker, env = {} }: { worker: boolean; env?: Record<string, string> },
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const programs = [await startApiProgram({ env: { ...env, PORT: String(port) } })];
  if (worker) programs.push(await startWorkerProgram({ env }));
  try {
    return await measure(`http://127.0.0.1:${port}`);
  } finally {
    for (const program of programs) await program.terminate();
  }
}
