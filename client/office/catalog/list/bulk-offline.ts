import type { PricePreview } from '@haat/contract/catalog/bulk-changes.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import {
  planPrices,
  type PricedVariant,
  pricesToHash,
  stocksToHash,
  toPriceRow,
} from '@haat/contract/catalog/planned-prices';
import type { PriceChange } from '@haat/contract/catalog/price-change';
import { formatRupees, toPaise } from '@haat/contract/rupees';
import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '../../../i18n/language.ts';
import { queueState } from '../../../lib/offline-queue/offline-queue.ts';
import type { QueuedInput } from '../../../lib/offline-queue/queued-calls.ts';
import { knownProducts } from './known-products.ts';

type Chosen = { shopId: number; products: readonly number[] };

/** Whether a change would wait for a connection, or behind others that do. */
export const isQueueNeeded = (): boolean => !navigator.onLine || queueState().actions.length > 0;

/** The preview of new prices from what this device knows; undefined where it does not know all of the products. */
export async function previewOffline(
  queries: QueryClient,
  chosen: Chosen,
  change: PriceChange,
): Promise<PricePreview | undefined> {
  const variants = knownVariants(queries, chosen);
  if (!variants) return undefined;
  const rows = planPrices(variants, change).map((planned) => toPriceRow(planned));
  return { version: await sha256(pricesToHash(variants)), rows };
}

/** The version of the stock that this device shows; undefined where it does not know all of the products. */
export async function stockVersion(queries: QueryClient, chosen: Chosen): Promise<string | undefined> {
  const variants = knownVariants(queries, chosen);
  return variants && sha256(stocksToHash(variants));
}

/** In the order of their ids, as the server reads them. */
function knownVariants(
  queries: QueryClient,
  { shopId, products }: Chosen,
): (PricedVariant & { stock: number })[] | undefined {
  const ids = new Set(products);
  const known = knownProducts(queries, shopId).filter(({ id }) => ids.has(id));
  if (known.length < ids.size) return undefined;
  return known.flatMap((product) => variantsOf(product)).toSorted((one, other) => one.id - other.id);
}

const variantsOf = ({ id: productId, name, variants }: ShopProduct) =>
  variants.map(({ id, size, color, unit, price, mrp, stock }) => {
    const options = [size, color, unit].flatMap((option) => option?.name ?? []).join(', ');
    return {
      id,
      productId,
      name: options ? `${name} (${options})` : name,
      pricePaise: toPaise(price),
      mrpPaise: mrp === null ? null : toPaise(mrp),
      stock,
    };
  });

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCodePoint(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** What a change does, in the list of what waits. */
export function bulkLabel(change: QueuedInput<'changeProducts'>['body']['change'], count: number): string {
  if (change.kind === 'stock') return textOf('queue.bulk.stock', { count, stock: change.stock });
  if (change.kind === 'published')
    return textOf(change.published ? 'queue.bulk.published' : 'queue.bulk.hidden', { count });
  if (change.kind === 'category') return textOf('queue.bulk.category', { count });
  if (change.kind === 'delete') return textOf('queue.bulk.delete', { count });
  const { by, value } = change;
  const size = by === 'percent' ? `${Math.abs(value)}%` : formatRupees(Math.abs(value));
  return textOf('queue.bulk.price', { count, change: `${value > 0 ? '+' : '−'}${size}` });
}
