import type { ShopProduct } from '@haat/contract/api/products.schema';
import { reasonOf } from '@haat/contract/rules/reason';
import type { SaveNumber } from '@haat/machines/product-list/edit-number.machine';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { textOf } from '../../i18n/language.ts';
import type { TextId } from '../../i18n/text-id.ts';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { showText } from '../../lib/toasts.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { withoutProduct, withProduct } from './product-pages.ts';
import { shopProductsKey } from './shop-products-query.ts';

type Pages = InfiniteData<ShopProduct[], number | undefined>;

/** What can be done to a product in the list. All of it shows at once and is taken back when the server refuses it. */
export function useProductActions(shopId: number) {
  const queries = useQueryClient();
  return useMemo(() => productActions(queries, shopId), [queries, shopId]);
}

function productActions(queries: QueryClient, shopId: number) {
  const filter = { queryKey: shopProductsKey(shopId) };
  const keep = (product: ShopProduct): void =>
    void queries.setQueriesData<Pages>(filter, (known) => withProduct(known, product));

  async function publish(product: ShopProduct, published: boolean): Promise<void> {
    keep({ ...product, published });
    try {
      keep(await callApi<ShopProduct>(`/api/products/${product.id}`, { method: 'PATCH', body: { published } }));
    } catch (error) {
      keep(product);
      complain(error, 'productList.notSaved');
    }
  }

  async function remove(product: ShopProduct): Promise<void> {
    await queries.cancelQueries(filter);
    queries.setQueriesData<Pages>(filter, (known) => withoutProduct(known, product.id));
    try {
      await callApi(`/api/products/${product.id}`, { method: 'DELETE' });
      offerUndo(textOf('productList.removed', { name: product.name }), () => void restore(product));
    } catch (error) {
      complain(error, 'productList.notRemoved');
      void queries.invalidateQueries(filter);
    }
  }

  async function restore({ id }: ShopProduct): Promise<void> {
    await callApi(`/api/products/${id}/restore`, { method: 'POST' }).catch((error: unknown) =>
      complain(error, 'productList.notRestored'),
    );
    await queries.invalidateQueries(filter);
  }

  return { saveNumber: saverOf(keep), publish, remove };
}

type NumberOfVariant = { variantId: number; of: 'stock' | 'price' };

/** How a price or stock is saved: answers what stands there now, and rejects as the call does, with the list up to date. */
const saverOf =
  (keep: (product: ShopProduct) => void) =>
  async ({ variantId, of }: NumberOfVariant, { value, seen }: SaveNumber): Promise<number> => {
    try {
      const path = `/api/variants/${variantId}/${of}`;
      const product = await callApi<ShopProduct>(path, { method: 'PATCH', body: { [of]: value, seen } });
      keep(product);
      return product.variants.find(({ id }) => id === variantId)?.[of] ?? value;
    } catch (error) {
      const current = currentOf(error);
      if (current) keep(current);
      throw error;
    }
  };

/** What a conflict says the product is by now. */
function currentOf(error: unknown): ShopProduct | undefined {
  const body = error instanceof ApiError ? (error.body as { current?: ShopProduct }) : undefined;
  return body?.current;
}

function complain(error: unknown, text: TextId): void {
  const { code, text: said } = reasonOf(error);
  void showText('error', code === 'network' ? textOf('productList.networkError') : (said ?? textOf(text)));
}
