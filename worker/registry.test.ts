import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UnrecoverableError } from 'bullmq';
import { expect, it } from 'vitest';
import type { JobDefinition } from '@haat/core/jobs/define-job';
import { processorOf, registry } from './registry.ts';
import { schedules } from './schedules.ts';

const files = globSync('core/jobs/*.job.ts');
const modules = await Promise.all(
  files.map(
    async (file) => (await import(pathToFileURL(resolve(file)).href)) as Record<string, JobDefinition<unknown>>,
  ),
);
const jobs = modules.flatMap((module) => Object.values(module));
const bus = {
  answers: async () => {},
  publish: async () => {},
  subscribe: () => () => {},
  onReconnect: () => () => {},
  close: async () => {},
};

it('every job has its processor, and every processor its job', () => {
  const names = jobs.map(({ name }) => name);
  expect(names).toContain('announce-orders');
  expect(registry.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it('what comes by the clock needs nothing but its name', () => {
  for (const { job } of schedules) expect(job.payload.safeParse({}).success).toBe(true);
});

it.each([
  ['a payload that is none', 'announce-orders', { outboxId: 'seven' }],
  ['a job nobody knows', 'dance', {}],
])('fails %s without another try', async (_what, name, data) => {
  const process = processorOf('order-events', { bus });
  await expect(process({ name, data } as Parameters<typeof process>[0])).rejects.toThrow(UnrecoverableError);
});
