import { database } from '../../db/database.ts';

/** Up to which number of its feed each of the shops has taken notice of its new orders; 0 where nobody ever did. */
export async function readAcknowledged(shopIds: number[]): Promise<Map<number, number>> {
  const { rows } = await database().pool.query<{ shopId: number; seq: number }>({
    name: 'read-acknowledged',
    text: `
      SELECT wanted.id AS "shopId", coalesce(a.seq, 0) AS seq
      FROM unnest($1::bigint[]) AS wanted (id) LEFT JOIN order_acknowledgements a ON a.shop_id = wanted.id`,
    values: [shopIds],
  });
  return new Map(rows.map(({ shopId, seq }) => [shopId, seq]));
}
