import { Gauge, type GaugeConfiguration } from 'prom-client';
import { registry } from './registry.ts';

/** A value that is looked up when somebody asks for the metrics. */
export function gauge<Label extends string>(given: GaugeConfiguration<Label>): void {
  registry.registerMetric(new Gauge({ ...given, registers: [] }));
}
