import { publishSoon } from '../live/connect-bus.ts';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { Announcement as AnnouncementRow } from '../db/platform.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError } from '../errors.ts';
import { ACTOR_NAME, recordActivity } from '../activity/activity-log.ts';
import { PLATFORM_ZONE } from './platform-zone.sql.ts';

/** An announcement of the operator. `until`: the last day on which it is shown. `shop`: null for all shops. */
export type Announcement = {
  id: number;
  title: string;
  text: string;
  createdAt: Date;
  until: string | null;
  state: 'shown' | 'ended' | 'withdrawn';
  shop: { id: number; slug: string; name: string | null } | null;
  author: string;
  dismissals: number;
};

type New = {
  actorId: number;
  title: string;
  text: string;
  until?: string | null | undefined;
  shop_id?: number | null | undefined;
};

/** Sends an announcement to all shops or to one, and notifies the screens of their members. Throws `not_found` for a shop that does not exist. */
export async function sendAnnouncement({
  actorId,
  title,
  text,
  until = null,
  shop_id = null,
}: New): Promise<Announcement> {
  const id = await inTransaction(async (client) => {
    const sent = await one(SEND, { actorId, title, text, until, shopId: shop_id }, client);
    if (!sent) throw new DomainError('not_found', 'Shop Not Found');
    await recordActivity(client, { shopId: shop_id, actorId, action: 'announcement.sent', subject: title });
    return sent.id;
  });
  publishSoon({ type: 'announcements', shopId: shop_id });
  return find(id);
}

const SEND = sql<
  { actorId: number; title: string; text: string; until: string | null; shopId: number | null },
  { id: number }
>(`
  INSERT INTO announcements (shop_id, title, text, until, author_id)
  SELECT :shopId::bigint, :title, :text, :until::date, :actorId
  WHERE :shopId::bigint IS NULL OR EXISTS (SELECT FROM shops WHERE id = :shopId)
  RETURNING id`);

/** Withdraws an announcement. Throws `not_found`. */
export async function withdrawAnnouncement({ id, actorId }: { id: number; actorId: number }): Promise<Announcement> {
  const withdrawn = await inTransaction(async (client) => {
    const open = AnnouncementRow.query(client).where({ id, withdrawnAt: null });
    const [found] = await open.patch({ withdrawnAt: NOW }).returning(['shopId', 'title']);
    if (!found) return undefined;
    const { shopId, title } = found;
    await recordActivity(client, { shopId, actorId, action: 'announcement.withdrawn', subject: title });
    return found;
  });
  if (withdrawn) publishSoon({ type: 'announcements', shopId: withdrawn.shopId });
  return find(id);
}

const DEFAULT_LIMIT = 50;
const MOST = 200;

type Page = { limit?: number | undefined; after?: number | undefined };

/** All announcements, newest first, after the one with the id `after`: 50, or `limit` up to 200. */
export const listAllAnnouncements = ({ limit = DEFAULT_LIMIT, after }: Page): Promise<Announcement[]> =>
  many(LIST, { id: undefined, before: after, limit: Math.min(limit, MOST) });

async function find(id: number): Promise<Announcement> {
  const found = await one(LIST, { id, before: undefined, limit: 1 });
  if (!found) throw new DomainError('not_found', 'Announcement not found');
  return found;
}

const TODAY = `(now() AT TIME ZONE ${PLATFORM_ZONE})::date`;

const LIST = sql<{ id: number | undefined; before: number | undefined; limit: number }, Announcement>(
  `
  SELECT a.id, a.title, a.text, a.created_at, to_char(a.until, 'YYYY-MM-DD') AS until,
    CASE WHEN a.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN a.until < ${TODAY} THEN 'ended' ELSE 'shown' END AS state,
    CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'slug', h.slug, 'name', h.name) END AS shop,
    ${ACTOR_NAME} AS author,
    (SELECT count(*) FROM announcement_dismissals d WHERE d.announcement_id = a.id) AS dismissals
  FROM announcements a JOIN users u ON u.id = a.author_id LEFT JOIN shops h ON h.id = a.shop_id
  WHERE (:id::bigint IS NULL OR a.id = :id) AND (:before::bigint IS NULL OR a.id < :before)
  ORDER BY a.id DESC LIMIT :limit`,
);

type Reader = { shopId: number; userId: number };

/** The announcements to a shop that the user has not dismissed, newest first. */
export const listAnnouncements = (
  reader: Reader,
): Promise<Pick<Announcement, 'id' | 'title' | 'text' | 'createdAt'>[]> => many(OF_READER, reader);

const OF_READER = sql<Reader, Pick<Announcement, 'id' | 'title' | 'text' | 'createdAt'>>(
  `
  SELECT a.id, a.title, a.text, a.created_at FROM announcements a
  WHERE a.withdrawn_at IS NULL AND (a.until IS NULL OR a.until >= ${TODAY}) AND (a.shop_id IS NULL OR a.shop_id = :shopId)
    AND NOT EXISTS (SELECT FROM announcement_dismissals d WHERE d.announcement_id = a.id AND d.user_id = :userId)
  ORDER BY a.id DESC LIMIT 20`,
);

/** Dismisses an announcement for one user. Throws `not_found` for one that is not to their shop. */
export async function dismissAnnouncement(request: Reader & { id: number }): Promise<void> {
  if ((await run(DISMISS, request)) === 0) throw new DomainError('not_found', 'Announcement not found');
}

const DISMISS = sql<Reader & { id: number }>(`
  INSERT INTO announcement_dismissals (announcement_id, user_id)
  SELECT id, :userId FROM announcements WHERE id = :id AND (shop_id IS NULL OR shop_id = :shopId)
  ON CONFLICT (announcement_id, user_id) DO UPDATE SET at = announcement_dismissals.at`);
