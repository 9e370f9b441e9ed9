import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBus } from '../bus/connect-bus.ts';
import { connectDatabase } from '../db/database.ts';
import { stopServices } from '../test/stop-services.ts';
import { softDependencies } from './dependencies.ts';

beforeAll(() => void connectDatabase());
afterAll(stopServices);

it('says that queue and bus are there, and that a bus which was left is not', async () => {
  const bus = await connectBus();
  expect(await softDependencies()).toEqual([
    { name: 'queue', state: 'up' },
    { name: 'bus', state: 'up' },
  ]);
  await bus.close();
  expect(await softDependencies()).toEqual([
    { name: 'queue', state: 'up' },
    { name: 'bus', state: 'down' },
  ]);
});
