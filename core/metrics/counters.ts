import { Counter, Histogram } from 'prom-client';
import { registry } from './registry.ts';

const registers = [registry];

/** `money`: how an order begins: `cod`, `paid`, or `awaiting` its payment. */
export const ordersPlaced = new Counter({
  name: 'haat_orders_placed_total',
  help: 'Orders stored, by how their money begins.',
  labelNames: ['money'],
  registers,
});

export const busReconnects = new Counter({
  name: 'haat_bus_reconnects_total',
  help: 'Times that the connection on which live news arrives was lost and made anew.',
  registers,
});

/** `outcome`: what Firebase said of it (`sent`, `dead`, `retry`, `refused`), or `logged` where there is none. */
export const pushMessages = new Counter({
  name: 'haat_push_messages_total',
  help: 'Tries to send a message to a device, by what became of them.',
  labelNames: ['outcome'],
  registers,
});

/** `outcome`: `done`, or `failed`, which a job may be several times. */
export const jobSeconds = new Histogram({
  name: 'haat_job_seconds',
  help: 'Time that a try of a job took, by kind of job and outcome.',
  labelNames: ['job', 'outcome'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers,
});
