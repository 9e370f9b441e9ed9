// What both programs measure. The files say it by being loaded.
import './counters.ts';
import './outbox-metrics.ts';
import './payment-metrics.ts';
import './pool-metrics.ts';
import './queue-metrics.ts';
import { measureProcess, registry } from './registry.ts';

/** The metrics of this process as Prometheus reads them. Never fails: what a store does not answer is NaN. */
export function readMetrics(): Promise<string> {
  measureProcess();
  return registry.metrics();
}

export const METRICS_TYPE = registry.contentType;
