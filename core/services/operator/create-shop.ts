import type { NewShopFields } from '@haat/contract/api/operator.schema';
import { toPaise } from '@haat/contract/rules/rupees';
import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { addMember } from '../team/add-member.ts';

/** `actorId`: null for what is done on the machine itself. */
type Request = { actorId: number | null; fields: NewShopFields };

const UNIQUE_VIOLATION = '23505';

/**
 * Creates a shop with its first admin, all of it or nothing, and has the admin invited by mail. Answers the shop's id.
 * Throws DomainError `slug_taken`.
 */
export async function createShop(request: Request): Promise<{ id: number }> {
  const { id, mail } = await inTransaction((client) => create(client, request)).catch(explain);
  dispatchSoon(mail);
  return { id };
}

async function create(client: PoolClient, { actorId, fields }: Request): Promise<{ id: number; mail: OutboxEntry }> {
  const { slug, name, admin_email: email } = fields;
  const id = await insertShop(client, fields);
  await recordActivity(client, { shopId: id, actorId, action: 'shop.created', subject: name, after: { slug } });
  const { mail } = await addMember(client, { shopId: id, email, role: 'admin', invitedBy: actorId });
  const invited = { action: 'member.invited', subject: email, after: { role: 'admin' } } as const;
  await recordActivity(client, { shopId: id, actorId, ...invited });
  return { id, mail };
}

async function insertShop(client: PoolClient, fields: NewShopFields): Promise<number> {
  const { slug, name, trade, address, minordervalue, latitude, longitude } = fields;
  const minimum = minordervalue === null || minordervalue === undefined ? null : toPaise(minordervalue);
  const { rows } = await client.query<{ id: number }>({
    name: 'create-shop',
    text: CREATE,
    values: [slug, name, trade, address, minimum, latitude, longitude],
  });
  if (!rows[0]) throw slugTaken();
  return rows[0].id;
}

const slugTaken = () => new DomainError('slug_taken', 'Another shop has this address already. Choose another one.');

function explain(error: unknown): never {
  throw error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? slugTaken() : error;
}

// An address that differs in capitals only would lead to the other shop.
const CREATE = `
  INSERT INTO shops (slug, name, trade, address, min_order_paise, latitude, longitude)
  SELECT $1::text, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT FROM shops WHERE lower(slug) = $1)
  RETURNING id`;
