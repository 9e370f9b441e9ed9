import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddress, createUser } from '../test/factories.ts';
import { Address } from './address.model.ts';
import { closeDatabase, connectDatabase, database } from './database.ts';
import { down, up } from './migrations/20261124100300_address_places.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

it('locates existing addresses by their PIN code, and leaves those without one as they are', async () => {
  const user = await createUser();
  const zips = ['560011', '560 041', 'ANYTHING'];
  for (const zip of zips) await createAddress({ user, zip });
  const { knex } = database();
  await down(knex);
  await up(knex);
  expect(await Address.query().where({ userId: user.id }).orderBy('id')).toMatchObject([
    { zip: '560011', label: null, latitude: 12.937, longitude: 77.586, accuracyMetres: 3000 },
    { zip: '560 041', latitude: 12.924, longitude: 77.592, accuracyMetres: 3000 },
    { zip: 'ANYTHING', latitude: null, longitude: null, accuracyMetres: null },
  ]);
});
