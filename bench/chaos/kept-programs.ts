import { startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { alarmIn } from './alarming-line.ts';
import { KeptProgram } from './kept-program.ts';
import type { Tally } from './tally.ts';

export type KeptPrograms = { apis: KeptProgram[]; workers: KeptProgram[] };

export type HowMany = { apiPorts: number[]; workers: number; tally: Tally };

/** As many of each as there shall be, once all of them serve. */
export async function startKeptPrograms({ apiPorts, workers, tally }: HowMany): Promise<KeptPrograms> {
  const accuse = (what: string): void => tally.accuse(what);
  const onLine = (line: string): void => {
    const alarm = alarmIn(line);
    if (alarm) tally.add(`logged as an error: ${alarm}`);
  };
  const apis = apiPorts.map((port, nth) => {
    const start = () => startApiProgram({ env: { PORT: String(port) }, onLine });
    return new KeptProgram({ name: `api ${nth}`, accuse, start });
  });
  const kept = {
    apis,
    workers: Array.from(
      { length: workers },
      (_, nth) => new KeptProgram({ name: `worker ${nth}`, accuse, start: () => startWorkerProgram({ onLine }) }),
    ),
  };
  await Promise.all([...kept.apis, ...kept.workers].map((program) => program.ready()));
  return kept;
}
