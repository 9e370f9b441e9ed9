import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { SHOP_PRODUCT } from './shelf.sql.ts';

/** A product as those who manage its shop see it; whoever asks was judged. Throws not_found for one that was deleted. */
export async function readShopProduct(client: Pick<PoolClient, 'query'>, id: number): Promise<ShopProduct> {
  const { rows } = await client.query<{ product: ShopProduct }>({
    name: 'shop-product',
    text: SHOP_PRODUCT,
    values: [id],
  });
  if (!rows[0]) throw new DomainError('not_found', 'Product not found');
  return rows[0].product;
}
