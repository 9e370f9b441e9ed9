import type { ChangeCustomerBody } from '@haat/contract/money/customers.calls';
import type { PoolClient } from 'pg';
import { inTransaction, one, run, sql } from '../db/database.ts';
import { Order } from '../db/orders.models.ts';
import { invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { findPerson, getCustomer, type Person, type ShopCustomer } from './shop-customers.ts';

type Change = { by: Session; shopId: number; id: number; fields: ChangeCustomerBody };

/**
 * Changes the shop's notes about a customer, and whether it takes their orders. Blocking is recorded under the number of the
 * order by which the customer was found: the activity log outlives accounts, so it must not name customers. Throws DomainError
 * `forbidden`, `not_found`, and `invalid_input` for blocking a mobile number without an account.
 */
export async function changeCustomer({ by, shopId, id, fields }: Change): Promise<ShopCustomer> {
  const person = await findPerson({ by, shopId, id });
  if (fields.blocked && person.userId === null) throw invalidField('blocked', 'needs a customer with an account');
  await inTransaction((client) => store(client, { by, shopId, id, fields, person }));
  return getCustomer({ by, shopId, id });
}

async function store(client: PoolClient, change: Change & { person: Person }): Promise<void> {
  const { by, shopId, id, fields, person } = change;
  const key = { shopId, ...person };
  // The account is locked first, as when it is deleted: nothing is noted about it afterwards.
  if (person.userId !== null && !(await one(LOCK_ACCOUNT, { userId: person.userId }, client))) return;
  await run(ADD, key, client);
  const before = await one(LOCK, key, client);
  if (fields.note !== undefined) await run(SET_NOTE, { ...key, note: fields.note }, client);
  const { blocked } = fields;
  if (blocked === undefined || blocked === (before?.isBlocked ?? false)) return;
  await run(SET_BLOCKED, { ...key, blocked }, client);
  const order = await Order.query(client).findById(id).select('orderNumber');
  const action = blocked ? 'customer.blocked' : 'customer.unblocked';
  await recordActivity(client, { shopId, actorId: by.actorId, action, subject: order?.orderNumber });
}

type Key = Person & { shopId: number };

const LOCK_ACCOUNT = sql<{ userId: number }, { id: number }>(
  'SELECT id FROM users WHERE id = :userId AND deleted_at IS NULL FOR KEY SHARE',
);

const ADD = sql<Key>(
  `INSERT INTO shop_customers (shop_id, user_id, mobile) VALUES (:shopId, :userId, :mobile) ON CONFLICT DO NOTHING`,
);

const IS_KEY = 'shop_id = :shopId AND (user_id = :userId::bigint OR mobile = :mobile::text)';

const LOCK = sql<Key, { isBlocked: boolean }>(
  `SELECT blocked_at IS NOT NULL AS is_blocked FROM shop_customers WHERE ${IS_KEY} FOR UPDATE`,
);

const SET_NOTE = sql<Key & { note: string | null }>(
  `UPDATE shop_customers SET note = :note, updated_at = now() WHERE ${IS_KEY}`,
);

const SET_BLOCKED = sql<Key & { blocked: boolean }>(
  `UPDATE shop_customers SET blocked_at = CASE WHEN :blocked::boolean THEN now() END, updated_at = now() WHERE ${IS_KEY}`,
);
