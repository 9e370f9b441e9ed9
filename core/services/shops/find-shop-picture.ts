import { database } from '../../db/database.ts';

/** The path of the picture that a shop has uploaded of its front; undefined when there is none. */
export async function findShopPicture({ slug }: { slug: string }): Promise<string | undefined> {
  const { rows } = await database().pool.query<{ picture: string | null }>({
    name: 'find-shop-picture',
    text: 'SELECT picture FROM shops WHERE slug = $1 AND picture IS NOT NULL',
    values: [slug],
  });
  return rows[0]?.picture ?? undefined;
}
