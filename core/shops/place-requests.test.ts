import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { createProduct, createShop, createUser } from '../test/factories.ts';
import { answerPlaceRequests, findPlaceRequest, requestPlace, withdrawPlaceRequest } from './place-requests.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);
beforeEach(async () => {
  await database().pool.query('TRUNCATE shops CASCADE; DELETE FROM place_requests; DELETE FROM outbox');
});

const MYSURU = { latitude: 12.2958, longitude: 76.6394 };
const BENGALURU = { latitude: 12.925, longitude: 77.593 };

const told = async () =>
  (await database().pool.query<{ user: number }>("SELECT subject_id AS user FROM outbox WHERE topic = 'shop.near'"))
    .rows;

it('tells each user once of the shop that begins to serve their place', async () => {
  const [near, far, gone] = [await createUser(), await createUser(), await createUser()];
  await requestPlace({ userId: near.id, ...BENGALURU });
  await requestPlace({ userId: near.id, ...MYSURU });
  await requestPlace({ userId: far.id, latitude: 28.6, longitude: 77.2 });
  await requestPlace({ userId: gone.id, ...MYSURU });
  await withdrawPlaceRequest({ userId: gone.id });
  const shop = await createShop(MYSURU);
  expect(await answerPlaceRequests()).toBe(0);
  await createProduct({ shop });
  expect(await answerPlaceRequests()).toBe(1);
  expect(await answerPlaceRequests()).toBe(0);
  expect(await told()).toEqual([{ user: near.id }]);
  expect(await findPlaceRequest({ userId: near.id })).toBeUndefined();
  expect(await findPlaceRequest({ userId: far.id })).toEqual({ latitude: 28.6, longitude: 77.2 });
});
