import { type Permission, PERMISSIONS, type ShopRole } from '@haat/contract/accounts/shop-roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase } from '../db/database.ts';
import { createShop } from '../test/factories.ts';
import { findActingShop, isMemberWith, may, mayInOwnShop, requireInOwnShop, requireRight } from './shop-rights.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

const as = (role: ShopRole | undefined) => ({ role, shopId: 7, isPlatformAdmin: false });
const vendor = as('vendor');
const customer = as(undefined);
const operator = { ...customer, isPlatformAdmin: true };

const OF_ADMINS: Permission[] = ['purchases', 'administration'];

it.each([
  { who: 'a helper', by: as('helper'), permitted: ['membership', 'packing', 'stock'] },
  { who: 'a rider', by: as('rider'), permitted: ['membership', 'deliveries'] },
  { who: 'a vendor', by: vendor, permitted: PERMISSIONS.filter((each) => !OF_ADMINS.includes(each)) },
  { who: 'an admin', by: as('admin'), permitted: PERMISSIONS },
  { who: 'a customer', by: customer, permitted: [] },
  { who: 'a member with a role of a later version', by: as('courier' as ShopRole), permitted: [] },
])('permits $who in their shop what the table says, and nothing elsewhere', ({ by, permitted }) => {
  expect(PERMISSIONS.filter((each) => isMemberWith(each, by, 7))).toEqual(permitted);
  expect(PERMISSIONS.filter((each) => mayInOwnShop(each, by))).toEqual(permitted);
  expect(PERMISSIONS.filter((each) => may(each, by, 7))).toEqual(permitted);
  expect(PERMISSIONS.filter((each) => isMemberWith(each, by, 8) || may(each, by, 8))).toEqual([]);
});

it('permits the operator everything everywhere, as no member', () => {
  expect(PERMISSIONS.filter((each) => mayInOwnShop(each, operator) && may(each, operator, 8))).toEqual(PERMISSIONS);
  expect(PERMISSIONS.filter((each) => isMemberWith(each, operator, 7))).toEqual([]);
});

it.each([
  ['a customer', customer, 'Access denied. Only vendors can view this page.'],
  ['a vendor', vendor, 'Only admins of the shop can do this.'],
  ['a helper', as('helper'), 'Your role in this shop does not include this.'],
  ['a rider', as('rider'), 'Your role in this shop does not include this.'],
])('says why %s is refused', (_, by, message) => {
  expect(() => requireInOwnShop('administration', by)).toThrow(expect.objectContaining({ code: 'forbidden', message }));
  expect(() => requireRight('administration', by, 8)).toThrow('You do not have access to this shop.');
});

it('acts for the own shop of a member, named or not', async () => {
  expect([await findActingShop('catalog', vendor), await findActingShop('catalog', vendor, 7)]).toEqual([7, 7]);
});

it('acts for any shop that the operator names', async () => {
  const { id } = await createShop();
  expect(await findActingShop('catalog', operator, id)).toBe(id);
  await expect(findActingShop('catalog', operator)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(findActingShop('catalog', operator, 999_999_999)).rejects.toMatchObject({ code: 'not_found' });
});

it('refuses to act for another shop, for a customer, and without the permission', async () => {
  await expect(findActingShop('catalog', vendor, 8)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(findActingShop('catalog', customer, 7)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(findActingShop('catalog', as('helper'))).rejects.toMatchObject({ code: 'forbidden' });
});
