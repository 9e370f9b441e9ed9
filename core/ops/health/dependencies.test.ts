import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectBus } from '../../live/connect-bus.ts';
import { connectDatabase } from '../../db/database.ts';
import { stopServices } from '../../test/stop-services.ts';
import { softDependencies } from './dependencies.ts';

/** Retries, as a busy machine may fail to answer within the second that each dependency has. */
const eventually = (health: Awaited<ReturnType<typeof softDependencies>>) =>
  vi.waitFor(async () => expect(await softDependencies()).toEqual(health), { timeout: 30_000 });

beforeAll(() => void connectDatabase());
afterAll(stopServices);

it('says that queue and bus are there, and that a bus which was left is not', async () => {
  const bus = await connectBus();
  await eventually([
    { name: 'queue', state: 'up' },
    { name: 'bus', state: 'up' },
  ]);
  await bus.close();
  await eventually([
    { name: 'queue', state: 'up' },
    { name: 'bus', state: 'down' },
  ]);
});
