import { collectDefaultMetrics, Registry } from 'prom-client';

/** Everything that this process counts and measures, in the form that Prometheus reads. */
export const registry = new Registry();

let measuresItself = false;

/** From now on memory, processor, event loop and garbage collection of this process are among the metrics. */
export function measureProcess(): void {
  if (measuresItself) return;
  measuresItself = true;
  collectDefaultMetrics({ register: registry });
}
