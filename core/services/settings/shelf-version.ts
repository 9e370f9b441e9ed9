import type { PoolClient } from 'pg';
import { publishSoon } from '../../bus/connect-bus.ts';

/** The version of the shop's shelf as the caller's transaction leaves it, to be told after its commit. */
export async function shelfVersion(client: PoolClient, shopId: number): Promise<number> {
  const { rows } = await client.query<{ version: number }>({
    name: 'shelf-version-now',
    text: 'SELECT version FROM shelves WHERE shop_id = $1',
    values: [shopId],
  });
  return rows[0]?.version ?? 0;
}

/** Tells every replica that whoever looks at the shop should read it again. */
export function tellShelf(shopId: number, version: number): void {
  publishSoon({ type: 'shelf', shopId, version });
}
