import { startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { alarmIn } from './alarming-line.ts';
import { KeptProgram } from './kept-program.ts';
import type { Replicas } from './replicas.ts';
import type { Tally } from './tally.ts';

export type KeptPrograms = { apis: KeptProgram[]; workers: KeptProgram[] };

export type HowMany = { replicas: Replicas; workers: number; tally: Tally };

/** As many of each as there shall be, once all of them serve. */
export async function startKeptPrograms({ replicas, workers, tally }: HowMany): Promise<KeptPrograms> {
  const accuse = (what: string): void => tally.accuse(what);
  const onLine = (line: string): void => {
    const alarm = alarmIn(line);
    if (alarm) tally.add(`logged as an error: ${alarm}`);
  };
  const apis = replicas.places.map(({ host, port }, nth) => {
    const env = { HOST: host, PORT: String(port), TRUSTED_PROXIES: replicas.isProxied ? '1' : '0' };
    const start = () => startApiProgram({ env, onLine });
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
