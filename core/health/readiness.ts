import { log } from '../log.ts';
import type { HealthCheck } from './check.ts';
import { checkDatabase } from './database-checks.ts';
import { type DependencyHealth, softDependencies } from './dependencies.ts';

/** `degraded` is ready: everything is served, something behind it is late. */
export type Readiness = { status: 'ready' | 'degraded' | 'not_ready'; checks: HealthCheck[] };

let told: Readiness['status'] = 'ready';

/** Whether this process should get work now, and what is wrong where something is. `isServing`: it was not asked to stop. */
export async function readReadiness(isServing: boolean): Promise<Readiness> {
  const process: HealthCheck = isServing
    ? { name: 'process', state: 'ok' }
    : { name: 'process', state: 'down', says: 'is shutting down' };
  const [stores, soft] = await Promise.all([checkDatabase(), softDependencies()]);
  const checks = [process, ...stores, ...soft.map(softCheck)];
  const status = statusOf(checks);
  if (status !== told) tell({ status, checks });
  return { status, checks };
}

const WITHOUT: Record<DependencyHealth['name'], string> = {
  queue: 'does not answer: orders are taken, mail and messages wait for it',
  bus: 'does not answer: screens look for news every few seconds',
};

const softCheck = ({ name, state }: DependencyHealth): HealthCheck =>
  state === 'up' ? { name, state: 'ok' } : { name, state: 'degraded', says: WITHOUT[name] };

function statusOf(checks: HealthCheck[]): Readiness['status'] {
  const states = new Set(checks.map(({ state }) => state));
  if (states.has('down')) return 'not_ready';
  return states.has('degraded') ? 'degraded' : 'ready';
}

// Who asks comes every few seconds; what is worth a line is the change.
function tell({ status, checks }: Readiness): void {
  told = status;
  const wrong = checks.filter(({ state }) => state !== 'ok');
  if (status === 'ready') log.info('Ready again');
  else log.warn({ wrong }, status === 'degraded' ? 'Ready, but not everything works' : 'Not ready');
}
