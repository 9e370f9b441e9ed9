import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase } from '../../db/database.ts';
import { createShop } from '../../test/factories.ts';
import { findActingShop } from './session.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

const vendor = { role: 'vendor' as const, shopId: 7, isPlatformAdmin: false };
const customer = { role: undefined, shopId: 7, isPlatformAdmin: false };
const operator = { role: undefined, shopId: 7, isPlatformAdmin: true };

it('is the own shop of a member, named or not', async () => {
  expect([await findActingShop(vendor), await findActingShop(vendor, 7)]).toEqual([7, 7]);
});

it('is any shop that the operator names', async () => {
  const { id } = await createShop();
  expect(await findActingShop(operator, id)).toBe(id);
  await expect(findActingShop(operator)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(findActingShop(operator, 999_999_999)).rejects.toMatchObject({ code: 'not_found' });
});

it('is refused for another shop, and for a customer', async () => {
  await expect(findActingShop(vendor, 8)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(findActingShop(customer, 7)).rejects.toMatchObject({ code: 'forbidden' });
});
