import type { FeedName } from '@haat/contract/events/feeds';
import { database } from '../../db/database.ts';
import { FEED_ROW, type FeedRow } from './feed-row.ts';

/** How many rows of one feed are read at once; fewer came back when there are no more. */
export const FEED_BATCH = 200;

type Place = { feed: FeedName; after: number };

/** What follows the number `after` in each of the feeds, oldest first, at most FEED_BATCH of each. One statement. */
export async function readFeeds(places: Place[]): Promise<FeedRow[]> {
  const [place, ...others] = places;
  if (place && others.length === 0) return readFeed(place);
  const values = [places.map(({ feed }) => feed), places.map(({ after }) => after)];
  const { rows } = await database().pool.query<FeedRow>({ name: 'read-feeds', text: READ_FEEDS, values });
  return rows;
}

// One feed is what there is to read in a calm hour, and its statement is planned once: that of many, for each array anew.
async function readFeed({ feed, after }: Place): Promise<FeedRow[]> {
  const { rows } = await database().pool.query<FeedRow>({ name: 'read-feed', text: READ_FEED, values: [feed, after] });
  return rows;
}

/** The number of the newest row of each feed that has any. */
export async function newestNumbers(feeds: FeedName[]): Promise<Map<FeedName, number>> {
  const { rows } = await database().pool.query<{ name: FeedName; seq: number }>({
    name: 'newest-numbers',
    text: 'SELECT name, seq FROM feeds WHERE name = ANY($1::text[])',
    values: [feeds],
  });
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** The number of the newest row of a feed, 0 when it has none. */
export async function newestNumber(feed: FeedName): Promise<number> {
  const newest = await newestNumbers([feed]);
  return newest.get(feed) ?? 0;
}

const READ_FEED = `
  SELECT ${FEED_ROW} FROM notifications n WHERE n.feed = $1 AND n.seq > $2 ORDER BY n.seq LIMIT ${FEED_BATCH}`;

const READ_FEEDS = `
  SELECT ${FEED_ROW}
  FROM unnest($1::text[], $2::bigint[]) AS wanted (feed, after)
  CROSS JOIN LATERAL (
    SELECT * FROM notifications WHERE feed = wanted.feed AND seq > wanted.after ORDER BY seq LIMIT ${FEED_BATCH}
  ) n
  ORDER BY n.feed, n.seq`;
