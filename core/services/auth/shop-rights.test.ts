import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase } from '../../db/database.ts';
import { createShop } from '../../test/factories.ts';
import { canAccessOwnShop, canAdministerOwnShop, canManage, findActingShop, isMemberOf } from './shop-rights.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

const vendor = { role: 'vendor' as const, shopId: 7, isPlatformAdmin: false };
const customer = { role: undefined, shopId: 7, isPlatformAdmin: false };
const operator = { role: undefined, shopId: 7, isPlatformAdmin: true };

it.each([
  { who: 'a vendor', by: vendor, own: [true, true, false], other: [false, false] },
  { who: 'an admin', by: { ...vendor, role: 'admin' as const }, own: [true, true, true], other: [false, false] },
  { who: 'a customer', by: customer, own: [false, false, false], other: [false, false] },
  { who: 'the operator', by: operator, own: [false, true, true], other: [false, true] },
])('gives $who the rights of their role', ({ by, own, other }) => {
  expect([isMemberOf(by, 7), canAccessOwnShop(by), canAdministerOwnShop(by)]).toEqual(own);
  expect(canManage(by, 7)).toBe(canAccessOwnShop(by));
  expect([isMemberOf(by, 8), canManage(by, 8)]).toEqual(other);
});

it('acts for the own shop of a member, named or not', async () => {
  expect([await findActingShop(vendor), await findActingShop(vendor, 7)]).toEqual([7, 7]);
});

it('acts for any shop that the operator names', async () => {
  const { id } = await createShop();
  expect(await findActingShop(operator, id)).toBe(id);
  await expect(findActingShop(operator)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(findActingShop(operator, 999_999_999)).rejects.toMatchObject({ code: 'not_found' });
});

it('refuses to act for another shop, and for a customer', async () => {
  await expect(findActingShop(vendor, 8)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(findActingShop(customer, 7)).rejects.toMatchObject({ code: 'forbidden' });
});
