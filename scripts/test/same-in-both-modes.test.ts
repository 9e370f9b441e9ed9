import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../lib/repo-root.ts';
import { CHOOSERS, sameInBothModes } from './same-in-both-modes.ts';

it('nothing else chooses between the stores', () => {
  const sources = globSync('{contract,machines,core,api,worker}/**/*.ts', {
    cwd: repoRoot,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  const readers = sources.filter((file) => readFileSync(join(repoRoot, file), 'utf8').includes('env.REDIS_URL'));
  expect(readers.toSorted()).toEqual(CHOOSERS.toSorted());
});

it('leaves out what never comes near a queue, and nothing that does', () => {
  const left = sameInBothModes();
  expect(left).toContain('core/gateways/payments/signature.test.ts');
  // By an import, by a program that is started, by a route far below.
  for (const test of ['core/bus/bus.test.ts', 'worker/worker.test.ts', 'api/routes/orders.routes.test.ts']) {
    expect(left).not.toContain(test);
  }
});
