import { shopName } from '@haat/contract/rules/shop-name';
import { database } from '../../db/database.ts';
import type { Role } from './team-member.ts';

type Which = { memberId: number; outboxId: number };
export type Invitation = { email: string; shopName: string; shopSlug: string; role: Role };

/** What an invitation says, and to whom; undefined when its mail is out, or the member is gone or has signed in meanwhile. */
export async function prepareInvitation({ memberId, outboxId }: Which): Promise<Invitation | undefined> {
  const { rows } = await database().pool.query<Row>({
    name: 'prepare-invitation',
    text: PREPARE,
    values: [memberId, outboxId],
  });
  const row = rows[0];
  return row && { email: row.email, role: row.role, shopSlug: row.slug, shopName: shopName(row) };
}

type Row = { email: string; role: Role; slug: string; name: string | null };

const PREPARE = `
  SELECT u.email, m.role, h.slug, h.name
  FROM shop_members m
  JOIN users u ON u.id = m.user_id
  JOIN shops h ON h.id = m.shop_id
  JOIN outbox o ON o.id = $2 AND o.topic = 'member.invited' AND o.subject_id = m.id AND o.dispatched_at IS NULL
  WHERE m.id = $1 AND m.joined_at IS NULL`;
