import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../../tools/lib/paths.ts';
import { CHOOSERS, sameInBothModes } from './same-in-both-modes.ts';

it('nothing else chooses between the stores', () => {
  const sources = globSync('{contract,machines,core,api,worker}/**/*.ts', {
    cwd: repoRoot,
    exclude: ['**/node_modules/**', '**/*.test.ts', '*/test/**'],
  });
  const readers = sources.filter((file) => readFileSync(join(repoRoot, file), 'utf8').includes('env.REDIS_URL'));
  expect(readers.toSorted()).toEqual(CHOOSERS.toSorted());
});

it('leaves out only what never uses a job or a live event', () => {
  const left = sameInBothModes();
  expect(left).toContain('core/gateways/payments/signature.test.ts');
  expect(left).toContain('api/catalog/categories.routes.test.ts');
  // By an import, by a worker that it starts, by a stream that it reads, by name.
  for (const test of [
    'core/live/bus.test.ts',
    'worker/worker.test.ts',
    'worker/payments.slow.test.ts',
    'api/operations.test.ts',
    'api/crash.slow.test.ts',
    'api/orders/orders.routes.test.ts',
  ]) {
    expect(left).not.toContain(test);
  }
});
