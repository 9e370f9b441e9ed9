import type { ClientBase } from 'pg';
import { insertRows, insertWithIds } from './bulk-insert.ts';
import type { SeededShop } from './seed-shops.ts';

export type SeededAddress = { name: string; street: string; city: string; zip: string; phone: string };
export type SeededPeople = { customerId: number; addresses: SeededAddress[]; vendorOfShop: Map<number, number> };

const HOME = {
  name: 'Demo Customer',
  street: '14, 7th Cross, 4th Block, Jayanagar',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9000000201',
};
const OFFICE = {
  name: 'Demo Customer (office)',
  street: '2nd floor, 31, 30th Cross, 4th T Block, Jayanagar',
  city: 'Bengaluru',
  zip: '560041',
  phone: '9000000202',
};

/** Who can sign in: a customer, the platform's operator, and for each shop one at the counter and one in its office. */
export async function seedPeople(client: ClientBase, shops: readonly SeededShop[]): Promise<SeededPeople> {
  const [customer] = await insertWithIds(client, 'users', [
    person('customer@haat.example', 'Demo Customer', { mobile: HOME.phone }),
    person('operator@haat.example', 'Haat operator', { isOperator: true }),
  ]);
  const customerId = customer?.id ?? 0;
  const addresses = [HOME, OFFICE];
  const now = new Date();
  await insertWithIds(
    client,
    'addresses',
    addresses.map((address) => ({ user_id: customerId, ...address, created_at: now, updated_at: now })),
  );
  return { customerId, addresses, vendorOfShop: await seedMembers(client, shops) };
}

async function seedMembers(client: ClientBase, shops: readonly SeededShop[]): Promise<Map<number, number>> {
  const team = shops.flatMap(({ id, demo }) => [
    { shopId: id, role: 'vendor', row: person(`vendor@${demo.slug}.example`, `${demo.name} counter`) },
    { shopId: id, role: 'admin', row: person(`admin@${demo.slug}.example`, `${demo.name} office`) },
  ]);
  const users = await insertWithIds(
    client,
    'users',
    team.map(({ row }) => row),
  );
  const members = team.map(({ shopId, role }, at) => ({ user_id: users[at]?.id ?? 0, shop_id: shopId, role }));
  const created_at = new Date();
  await insertRows(
    client,
    'shop_members',
    members.map((member) => ({ ...member, created_at })),
  );
  return new Map(members.filter(({ role }) => role === 'vendor').map((each) => [each.shop_id, each.user_id]));
}

const person = (email: string, name: string, more: { mobile?: string; isOperator?: boolean } = {}) => ({
  email,
  name,
  mobile: more.mobile ?? null,
  is_platform_admin: more.isOperator ?? false,
  created_at: new Date(),
});
