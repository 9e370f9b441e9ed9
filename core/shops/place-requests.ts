import { inTransaction, many, run, sql } from '../db/database.ts';
import { PlaceRequest } from '../db/shops.models.ts';
import { isNotPutOff } from '../queue/failed-items.ts';
import { addToOutbox } from '../queue/outbox.ts';
import { processInBatches } from '../queue/process-in-batches.ts';
import { isPublic } from './public-shops.sql.ts';

type Place = { latitude: number; longitude: number };

/** Remembers where the user wants to know of a shop; the last place counts. */
export async function requestPlace(request: { userId: number } & Place): Promise<void> {
  await run(REQUEST, request);
}

const REQUEST = sql<{ userId: number } & Place>(
  `INSERT INTO place_requests (user_id, latitude, longitude) VALUES (:userId, :latitude, :longitude)
   ON CONFLICT (user_id) DO UPDATE
     SET latitude = excluded.latitude, longitude = excluded.longitude, created_at = now(), shop_id = NULL`,
);

export async function withdrawPlaceRequest({ userId }: { userId: number }): Promise<void> {
  await PlaceRequest.query().deleteById(userId);
}

/** Where the user waits for a shop; undefined when they do not, or were told of one. */
export async function findPlaceRequest({ userId }: { userId: number }): Promise<Place | undefined> {
  return PlaceRequest.query().findOne({ userId, shopId: null }).select('latitude', 'longitude');
}

const BATCH = 100;

type Served = { userId: number; shopId: number };

/** Tells users that a public shop serves the place that they wait at. Returns how many. */
export const answerPlaceRequests = (): Promise<number> =>
  processInBatches({
    processor: 'answer-place-requests',
    batch: BATCH,
    claim: () => many(SERVED, { batch: BATCH }),
    idOf: ({ userId }) => userId,
    process: tell,
  });

async function tell(served: Served): Promise<void> {
  await inTransaction(async (client) => {
    if ((await run(TELL, served, client)) > 0) await addToOutbox(client, 'shop.near', served.userId);
  });
}

// As in `NEARBY_SHOPS`. The box keeps the search for each place within its neighbourhood.
const SERVED = sql<{ batch: number }, Served>(
  `WITH widest AS (SELECT max(reach_metres) AS metres FROM shops WHERE ${isPublic()} AND latitude IS NOT NULL)
   SELECT request.user_id, shop.id AS shop_id
   FROM place_requests request
   CROSS JOIN LATERAL (
     SELECT id FROM shops
     WHERE ${isPublic()} AND latitude IS NOT NULL AND longitude IS NOT NULL
       AND earth_box(ll_to_earth(request.latitude, request.longitude), (SELECT metres FROM widest)) @> earth_point(latitude, longitude)
       AND earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(request.latitude, request.longitude)) <= reach_metres
     ORDER BY earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(request.latitude, request.longitude)), id
     LIMIT 1
   ) shop
   WHERE request.shop_id IS NULL AND ${isNotPutOff('answer-place-requests', 'request.user_id')}
   ORDER BY request.created_at, request.user_id LIMIT :batch`,
);

const TELL = sql<Served>('UPDATE place_requests SET shop_id = :shopId WHERE user_id = :userId AND shop_id IS NULL');
