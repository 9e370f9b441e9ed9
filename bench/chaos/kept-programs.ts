import { startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { KeptProgram } from './kept-program.ts';

export type KeptPrograms = { apis: KeptProgram[]; workers: KeptProgram[] };

export type HowMany = { apiPorts: number[]; workers: number; accuse(what: string): void };

/** As many of each as there shall be, once all of them serve. */
export async function startKeptPrograms({ apiPorts, workers, accuse }: HowMany): Promise<KeptPrograms> {
  const apis = apiPorts.map(
    (port, nth) =>
      new KeptProgram({ name: `api ${nth}`, accuse, start: () => startApiProgram({ env: { PORT: String(port) } }) }),
  );
  const kept = {
    apis,
    workers: Array.from(
      { length: workers },
      (_, nth) => new KeptProgram({ name: `worker ${nth}`, accuse, start: () => startWorkerProgram() }),
    ),
  };
  await Promise.all([...kept.apis, ...kept.workers].map((program) => program.ready()));
  return kept;
}
