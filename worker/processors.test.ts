import * as definitions from '@haat/core/queue/job-definitions';
import { UnrecoverableError } from 'bullmq';
import { expect, it } from 'vitest';
import { processorOf, processors } from './processors.ts';
import { schedules } from './schedules.ts';

const declared = Object.entries(definitions).flatMap(([name, value]) =>
  name.endsWith('Job') ? [value as definitions.JobDefinition<unknown>] : [],
);
const jobs = [...new Set([...declared, ...Object.values(definitions.JOB_OF_TOPIC)])];
const bus = {
  ping: async () => {},
  isConnected: () => true,
  publish: async () => {},
  subscribe: () => () => {},
  onReconnect: () => () => {},
  close: async () => {},
};

it('every job has a processor, and every processor a job', () => {
  const names = jobs.map(({ name }) => name);
  expect(names).toContain('publish-order-signals');
  expect(processors.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it('scheduled jobs have an empty payload', () => {
  for (const { job } of schedules) expect(job.payload.safeParse({}).success).toBe(true);
});

it.each([
  ['an invalid payload', 'publish-order-signals', { outboxId: 'seven' }],
  ['an unknown job', 'dance', {}],
])('fails %s without a retry', async (_what, name, data) => {
  const process = processorOf('order-events', { bus });
  await expect(process({ name, data } as Parameters<typeof process>[0])).rejects.toThrow(UnrecoverableError);
});
