import { log } from '../log.ts';
import {
  checkDatabase,
  checkFetching,
  type DependencyHealth,
  type HealthCheck,
  softDependencies,
} from './dependencies.ts';

/** `degraded` is ready: requests are served, something behind it is late or away. */
export type Readiness = { status: 'ready' | 'degraded' | 'not_ready'; checks: HealthCheck[] };

let logged: Readiness['status'] = 'ready';

/** Whether this process should receive traffic now, and its problems. `isServing`: false once it is shutting down. */
export async function readReadiness(isServing: boolean): Promise<Readiness> {
  const process: HealthCheck = isServing
    ? { name: 'process', state: 'ok' }
    : { name: 'process', state: 'down', reason: 'is shutting down' };
  const [stores, soft] = await Promise.all([checkDatabase(), softDependencies()]);
  const checks = [process, ...stores, ...soft.map(softCheck), ...checkFetching()];
  const status = statusOf(checks);
  // Probes come every few seconds; only a change is worth a line.
  if (status !== logged) logChange({ status, checks });
  return { status, checks };
}

const WITHOUT: Record<DependencyHealth['name'], string> = {
  queue: 'does not respond: orders are accepted, mail and push messages wait',
  bus: 'does not respond: screens are updated every few seconds instead of at once',
};

const softCheck = ({ name, state }: DependencyHealth): HealthCheck =>
  state === 'up' ? { name, state: 'ok' } : { name, state: 'degraded', reason: WITHOUT[name] };

function statusOf(checks: HealthCheck[]): Readiness['status'] {
  const states = new Set(checks.map(({ state }) => state));
  if (states.has('down')) return 'not_ready';
  return states.has('degraded') ? 'degraded' : 'ready';
}

function logChange({ status, checks }: Readiness): void {
  logged = status;
  const failing = checks.filter(({ state }) => state !== 'ok');
  if (status === 'ready') log.info('Ready again');
  else log.warn({ failing }, status === 'degraded' ? 'Degraded' : 'Not ready');
}
