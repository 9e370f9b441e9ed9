import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { SavedProduct, SaveProduct } from '@haat/machines/product/save-product.machine';
import { isLike } from '../../lib/answer-sample.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { shrinkPicture } from '../../lib/shrink-picture.ts';
import { OWN_PRODUCT } from './editor-queries.ts';

const CONFLICTS: readonly string[] = ['edit_conflict', 'stock_changed'];

/**
 * Sends the form of a product, of a new one without an id: that under its key, so that one whose answer was lost adds
 * nothing twice. Rejects like `callApi`, but for a conflict. Spec section 7.
 */
export async function saveProduct(
  id: number | undefined,
  { fields, picture, key }: SaveProduct,
): Promise<SavedProduct> {
  const body = new FormData();
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  if (picture instanceof File) body.append('image', await shrinkPicture(picture), picture.name);
  const headers = { 'idempotency-key': key };
  try {
    await (id === undefined
      ? callApi<ShopProduct>('/api/products', { method: 'POST', headers, body, like: OWN_PRODUCT })
      : callApi<ShopProduct>(`/api/products/${id}`, { method: 'PUT', body, like: OWN_PRODUCT }));
    return {};
  } catch (error) {
    const current = currentOf(error);
    if (!current) throw error;
    return { current };
  }
}

/** The product as a refused editor is told that it stands. */
function currentOf(error: unknown): ShopProduct | undefined {
  if (!(error instanceof ApiError) || !CONFLICTS.includes(error.reason.code)) return undefined;
  const { current } = error.body as { current?: unknown };
  return isLike<ShopProduct>(current, OWN_PRODUCT) ? current : undefined;
}
