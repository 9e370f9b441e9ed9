import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tools/lib/ports.ts';
import { startNameServer } from './name-server.ts';

const ON_DEBIAN = '/usr/sbin/haproxy';
const CONFIG = join(import.meta.dirname, '..', '..', 'deploy', 'haproxy.cfg');
const CHECK_EVERY = '200ms';
const READY_TIMEOUT_MS = 30_000;

export type Proxy = {
  url: string;
  /** Resolves when the proxy gives requests to exactly so many replicas. */
  serves(replicas: number): Promise<void>;
  stop(): Promise<void>;
};

/** Its replicas: `hosts` of this machine (127.0.0.2 and so on, looked at again and again) that listen on `port`. */
export type Replicas = { hosts: () => string[]; port: number };

export const hasHaproxy = (): boolean => process.platform === 'linux' && spawnSync(program(), ['-v']).status === 0;

// Debian puts it where not every PATH leads.
const program = (): string => (existsSync(ON_DEBIAN) ? ON_DEBIAN : 'haproxy');

/** The proxy of deploy/haproxy.cfg, which finds its replicas by a name server, as in a container network. */
export async function startProxy({ hosts, port }: Replicas): Promise<Proxy> {
  const names = await startNameServer(hosts);
  const [own, metrics] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    LISTEN: `127.0.0.1:${own}`,
    METRICS_LISTEN: `127.0.0.1:${metrics}`,
    API_PORT: String(port),
    DNS: `127.0.0.1:${names.port}`,
    CHECK_EVERY,
  };
  const proxy = spawn(program(), ['-db', '-f', CONFIG], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  proxy.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const exited = once(proxy, 'exit');
  const kill = (): void => void proxy.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    kill();
    await exited;
    names.close();
  };
  const died = exited.then(([code]) => Promise.reject(new Error(`haproxy ended with ${code}: ${said}`)));
  died.catch(() => {});
  const serves = (replicas: number): Promise<void> => Promise.race([untilServing(metrics, replicas), died]);
  return { url: `http://127.0.0.1:${own}`, serves, stop };
}

async function untilServing(metricsPort: number, replicas: number): Promise<void> {
  let serving = -1;
  for (const last = Date.now() + READY_TIMEOUT_MS; Date.now() < last; await sleep(50)) {
    serving = await servingNow(metricsPort).catch(() => -1);
    if (serving === replicas) return;
  }
  throw new Error(`The proxy has ${serving} replicas instead of ${replicas}`);
}

async function servingNow(metricsPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics?scope=server`);
  const up = /^haproxy_server_status\{proxy="api"[^}]*state="UP"\} 1$/gm;
  return [...(await answer.text()).matchAll(up)].length;
}
