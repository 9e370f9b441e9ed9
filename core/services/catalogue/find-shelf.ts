import type { EncodedBody } from '../../cache/encoded-body.ts';
import { DomainError } from '../../errors.ts';
import { readShelf, type ShelfPage } from './read-shelf.ts';
import { shelfCache } from './shelf-cache.ts';

/**
 * The published products of a shop as JSON, by their id; a part of them is read from the table, the whole from memory.
 * Throws not_found for a shop that is unknown or suspended. Spec section 7.
 */
export async function findShelf(page: ShelfPage): Promise<EncodedBody> {
  const isWhole = page.limit === undefined && page.after === undefined;
  const shelf = isWhole ? await shelfCache.get(page.shopId) : (await readShelf(page))?.value;
  if (!shelf) throw new DomainError('not_found', 'Shop Not Found');
  return shelf;
}
