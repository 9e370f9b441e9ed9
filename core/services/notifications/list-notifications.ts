import { shopFeed } from '@haat/contract/events/feeds';
import { database } from '../../db/database.ts';
import { FEED_ROW, type FeedRow } from './feed-row.ts';

const CAP = 200;

type Request = { shopId: number; limit?: number | undefined; after?: number | undefined };

/** The notifications of a shop, newest first; with `after` only those with a greater number. At most 200. Spec section 7. */
export async function listNotifications({ shopId, limit = CAP, after = 0 }: Request): Promise<FeedRow[]> {
  const values = [shopFeed(shopId), after, Math.min(limit, CAP)];
  const { rows } = await database().pool.query<FeedRow>({ name: 'list-notifications', text: LIST, values });
  return rows;
}

const LIST = `
  SELECT ${FEED_ROW}
  FROM notifications n
  WHERE n.feed = $1 AND n.seq > $2 AND n.kind = 'order.placed'
  ORDER BY n.seq DESC LIMIT $3`;
