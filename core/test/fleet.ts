import { isFree, freePort } from '../../tools/lib/ports.ts';
import { type Proxy, startProxy } from './haproxy.ts';
import { type Program, startApiProgram, startWorkerProgram } from './program.ts';

const FIRST_HOST = 2;

export type Fleet = {
  /** Of the proxy, which spreads requests over all replicas. */
  url: string;
  /** Of each replica by itself. */
  replicaUrls: string[];
  /** kill -9; the replica stays away. Resolves when the proxy has noticed. */
  killReplica(at: number): Promise<void>;
  /**
   * In order, by SIGTERM, unless it was killed; resolves when the proxy gives it requests again. Throws when it did not stop
   * in order.
   */
  restartReplica(at: number): Promise<void>;
  restartWorker(at: number): Promise<void>;
  stop(): Promise<void>;
};

export type FleetSize = { replicas: number; workers: number; env?: Record<string, string> };

/** So many loopback addresses, one per replica. */
export const hostsOf = (replicas: number): string[] =>
  Array.from({ length: replicas }, (_, at) => `127.0.0.${FIRST_HOST + at}`);

/** Api replicas behind the proxy, each on its own loopback address, and workers, all as processes. */
export async function startFleet({ replicas, workers, env = {} }: FleetSize): Promise<Fleet> {
  const hosts = hostsOf(replicas);
  const port = await commonPort(hosts);
  const startReplica = (host = ''): Promise<Program> =>
    startApiProgram({ env: { ...env, HOST: host, PORT: String(port), TRUSTED_PROXIES: '1' } });
  const startWorker = (): Promise<Program> => startWorkerProgram({ env });
  const apis = await Promise.all(hosts.map(startReplica));
  const done = await Promise.all(Array.from({ length: workers }, startWorker));
  const proxy = await startProxy({ hosts: () => hosts, port });
  await proxy.serves(replicas);
  const gone = new Set<number>();
  const serves = (): Promise<void> => proxy.serves(replicas - gone.size);
  return {
    url: proxy.url,
    replicaUrls: hosts.map((host) => `http://${host}:${port}`),
    async killReplica(at) {
      await apis[at]?.kill();
      gone.add(at);
      await serves();
    },
    async restartReplica(at) {
      if (!gone.delete(at)) await inOrder(apis[at]);
      apis[at] = await startReplica(hosts[at]);
      await serves();
    },
    async restartWorker(at) {
      await inOrder(done[at]);
      done[at] = await startWorker();
    },
    stop: () => stopAll(proxy, [...apis, ...done]),
  };
}

async function inOrder(program: Program | undefined): Promise<void> {
  const code = await program?.terminate();
  if (code !== 0) throw new Error(`A program ended with ${code} when it was asked to stop`);
}

async function stopAll(proxy: Proxy, programs: Program[]): Promise<void> {
  await proxy.stop();
  await Promise.all(programs.map((program) => program.kill()));
}

/** A port that is free on all of them. */
export async function commonPort(hosts: string[]): Promise<number> {
  for (;;) {
    const port = await freePort();
    const free = await Promise.all(hosts.map((host) => isFree(port, host)));
    if (free.every(Boolean)) return port;
  }
}
