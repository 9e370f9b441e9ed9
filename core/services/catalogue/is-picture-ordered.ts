import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';

/** Whether an order shows the picture that the product has. */
export async function isPictureOrdered(client: PoolClient, { id, image }: ShopProduct): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'picture-in-orders',
    text: 'SELECT FROM order_items WHERE product_id = $1 AND image = $2 LIMIT 1',
    values: [id, image],
  });
  return rowCount === 1;
}
