import type { NewShopFields } from '@haat/contract/api/operator.schema';
import { toPaise } from '@haat/contract/rules/rupees';
import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { addMember } from '../team/add-member.ts';

/**
 * `actorId`: null for what is done on the machine itself. `isPlatform`: it is the platform's own shop, and its first admin
 * the platform's operator.
 */
type Request = { actorId: number | null; fields: NewShopFields; isPlatform?: boolean };

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

async function create(client: PoolClient, request: Request): Promise<{ id: number; mail: OutboxEntry }> {
  const { actorId, fields, isPlatform = false } = request;
  const { slug, name, admin_email: email } = fields;
  const id = await insertShop(client, fields, isPlatform);
  await recordActivity(client, { shopId: id, actorId, action: 'shop.created', subject: name, after: { slug } });
  const { mail } = await addMember(client, { shopId: id, email, role: 'admin', invitedBy: actorId });
  if (isPlatform) await client.query('UPDATE users SET is_platform_admin = true WHERE email = $1', [email]);
  const invited = { action: 'member.invited', subject: email, after: { role: 'admin' } } as const;
  await recordActivity(client, { shopId: id, actorId, ...invited });
  return { id, mail };
}

async function insertShop(client: PoolClient, fields: NewShopFields, isPlatform: boolean): Promise<number> {
  const { slug, name, trade, address, minordervalue, latitude, longitude } = fields;
  const minimum = minordervalue === null || minordervalue === undefined ? null : toPaise(minordervalue);
  const { rows } = await client.query<{ id: number }>({
    name: 'create-shop',
    text: CREATE,
    values: [slug, name, trade, address, minimum, latitude, longitude, isPlatform],
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
  INSERT INTO shops (slug, name, trade, address, min_order_paise, latitude, longitude, is_platform)
  SELECT $1::text, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (SELECT FROM shops WHERE lower(slug) = $1)
  RETURNING id`;
