import { restoreProduct, type ShopProduct } from '@haat/contract/catalog/products.calls';
import { formatStock, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { reasonOf } from '@haat/contract/reason';
import type { SaveNumber } from '@haat/machines/catalog/edit-number.machine';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatRupees } from '@haat/contract/rupees';
import { serverText, textOf } from '../../../i18n/language.ts';
import type { TextId } from '../../../i18n/use-text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { callOrQueue, type Outcome } from '../../../lib/offline-queue/offline-queue.ts';
import { randomKey } from '../../../lib/storage.ts';
import { showText } from '../../../ui/toasts.tsx';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { rememberLists } from '../../offline-queue/undo-queued.ts';
import type { EditStates } from './edit-states.ts';
import { productLists, type ProductPage, type ProductPages as Pages } from './product-pages.ts';

/** The actions of a product in the list, with optimistic updates that are rolled back on a failure. */
export function useProductActions(shopId: number, states: EditStates) {
  const queries = useQueryClient();
  return useMemo(() => productActions(queries, shopId, states), [queries, shopId, states]);
}

export type ProductActions = ReturnType<typeof productActions>;

function productActions(queries: QueryClient, shopId: number, states: EditStates) {
  const lists = productLists(shopId);
  const updateList = (product: ShopProduct): void =>
    void queries.setQueriesData<Pages>(lists, (known) => withProduct(known, product));

  async function publish(product: ShopProduct, published: boolean): Promise<void> {
    updateList({ ...product, published });
    try {
      const saved = await callOrQueue({
        call: 'publishProduct',
        input: { params: { id: product.id }, body: { published } },
        label: textOf(published ? 'queue.published' : 'queue.hidden', { name: product.name }),
        subject: `product:${product.id}:published`,
      });
      if (!saved.isQueued) updateList(saved.answer);
    } catch (error) {
      updateList(product);
      showProblem(product.name, error, 'productList.notSaved');
    }
  }

  async function remove(product: ShopProduct): Promise<void> {
    // There is one Undo at a time: now the one of the removal.
    states.remember(undefined);
    await queries.cancelQueries(lists);
    const undoQueued = rememberLists(queries, lists);
    queries.setQueriesData<Pages>(lists, (known) => withoutProduct(known, product.id));
    const key = randomKey();
    try {
      await callOrQueue({
        call: 'deleteProduct',
        input: { params: { id: product.id } },
        label: textOf('queue.removed', { name: product.name }),
        subject: `product:${product.id}`,
        key,
      });
      offerUndo(textOf('productList.removed', { name: product.name }), () => {
        if (!undoQueued(key)) void restore(product);
      });
    } catch (error) {
      showProblem(product.name, error, 'productList.notRemoved');
      void queries.invalidateQueries(lists);
    }
  }

  async function restore({ id, name }: ShopProduct): Promise<void> {
    await call(restoreProduct, { params: { id } }).catch((error: unknown) =>
      showProblem(name, error, 'productList.notRestored'),
    );
    await queries.invalidateQueries(lists);
  }

  return { saveNumber: createSaveNumber(updateList, states), publish, remove };
}

/** Saves a price or stock. Resolves to the value that stands then; a conflict updates the list and rejects. */
function createSaveNumber(updateList: (product: ShopProduct) => void, states: EditStates) {
  async function save(number: NamedNumber, request: SaveNumber): Promise<number> {
    const { variantId, of } = number;
    try {
      const saved = await saveNumber(number, request);
      if (saved.isQueued) return request.value;
      updateList(saved.answer);
      return (
        saved.answer.variants.find(({ id }) => id === variantId)?.[of === 'stock' ? 'stock_amount' : of] ??
        request.value
      );
    } catch (error) {
      const current = currentOf(error);
      if (current) updateList(current);
      throw error;
    }
  }
  return async (number: NamedNumber, request: SaveNumber): Promise<number> => {
    const stored = await save(number, request);
    const undo = async () => {
      states.remember(undefined);
      await save(number, { value: request.seen, seen: stored, isConfirmed: true }).catch((error: unknown) =>
        showProblem(number.name, error, 'productList.notSaved'),
      );
    };
    states.remember({ name: number.name, undo });
    return stored;
  };
}

/** The current product in the body of a conflict. */
function currentOf(error: unknown): ShopProduct | undefined {
  const body = error instanceof ApiError ? (error.body as { current?: ShopProduct }) : undefined;
  return body?.current;
}

function showProblem(name: string, error: unknown, failed: TextId): void {
  const { code, text: said } = reasonOf(error);
  const own = textOf(code === 'network' ? 'productList.networkError' : failed);
  const text = code === 'network' || said === undefined ? own : serverText(failed, said);
  void showText('error', textOf('productList.problemOf', { name, text }));
}

/** Replaces a product in the pages. */
export function withProduct(known: Pages | undefined, product: ShopProduct): Pages | undefined {
  return changePages(known, (each) => (each.id === product.id ? [product] : [each]));
}

/** Removes a product from the pages. */
export function withoutProduct(known: Pages | undefined, id: number): Pages | undefined {
  return changePages(known, (each) => (each.id === id ? [] : [each]));
}

function changePages(known: Pages | undefined, change: (product: ShopProduct) => ShopProduct[]): Pages | undefined {
  const changed = (page: ProductPage) => ({ ...page, products: page.products.flatMap((each) => change(each)) });
  // A search in the stock reads them without pages.
  return known && 'pages' in known ? { ...known, pages: known.pages.map((page) => changed(page)) } : known;
}

type NumberOfVariant = { variantId: number; of: 'stock' | 'price' };

/** `name`: of the variant, for the list of what waits; `unit`: of its stock. */
type NamedNumber = NumberOfVariant & { name: string; unit?: StockUnit };

/**
 * Saves a price or a stock against the value that was seen, now or when there is a connection again. Resolves to the product
 * if it is saved. Rejects like `call`.
 */
function saveNumber(
  { variantId: id, of, name, unit }: NamedNumber,
  { value, seen, isConfirmed }: SaveNumber,
): Promise<Outcome<'setPrice' | 'setStock'>> {
  const params = { id };
  const subject = `variant:${id}:${of}`;
  if (of === 'stock') {
    const label = textOf('queue.stock', { name, stock: formatStock(value, unit) });
    const body = { stock: value, seen, ...(unit !== 'piece' && { stock_unit: unit }) };
    return callOrQueue({ call: 'setStock', input: { params, body }, label, subject });
  }
  const label = textOf('queue.price', { name, price: formatRupees(value) });
  const confirmed = value === 0 && isConfirmed ? { confirm_free: true } : {};
  return callOrQueue({
    call: 'setPrice',
    input: { params, body: { price: value, seen, ...confirmed } },
    label,
    subject,
  });
}
