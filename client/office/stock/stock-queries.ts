import { getPurchase, listPurchases, listSuppliers } from '@haat/contract/stock/purchases.calls';
import { getLowStock, getStockHistory, listExpiring } from '@haat/contract/stock/stock-lists.calls';
import {
  getStockTake,
  listStockTakes,
  listUncounted,
  type StockTakeView,
} from '@haat/contract/stock/stock-takes.calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const STOCK_KEYS = {
  takes: (shopId: number) => ['stock', shopId, 'takes'] as const,
  take: (shopId: number, id: number) => ['stock', shopId, 'take', id] as const,
  low: (shopId: number) => ['stock', shopId, 'low'] as const,
  purchase: (shopId: number, id: number) => ['stock', shopId, 'purchase', id] as const,
  history: (shopId: number, variantId: number) => ['stock', shopId, 'history', variantId] as const,
};

const PAGE_SIZE = 20;

export const stockTakesQuery = (shopId: number) =>
  infiniteQueryOptions({
    queryKey: STOCK_KEYS.takes(shopId),
    queryFn: ({ pageParam, signal }) =>
      call(listStockTakes, { params: { shopId }, query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });

/** Other devices may count in it, too. */
const OTHERS_COUNT_MS = 4_000;

export const stockTakeQuery = (shopId: number, id: number) =>
  queryOptions({
    queryKey: STOCK_KEYS.take(shopId, id),
    queryFn: ({ signal }) => call(getStockTake, { params: { shopId, id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data) ? OTHERS_COUNT_MS : false),
  });

const isOpen = (take: StockTakeView | undefined): boolean => take?.state === 'open';

/** `counted`: how many variants are counted; with each there is one less in the list. */
export const uncountedQuery = (shopId: number, id: number, counted: number) =>
  queryOptions({
    queryKey: [...STOCK_KEYS.take(shopId, id), 'uncounted', counted] as const,
    queryFn: ({ signal }) => call(listUncounted, { params: { shopId, id }, signal }),
  });

const HISTORY_PAGE = 50;

export const stockHistoryQuery = (shopId: number, variantId: number) =>
  infiniteQueryOptions({
    queryKey: STOCK_KEYS.history(shopId, variantId),
    queryFn: ({ pageParam, signal }) =>
      call(getStockHistory, {
        params: { shopId, variantId },
        query: { limit: HISTORY_PAGE, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ changes }) => (changes.length < HISTORY_PAGE ? undefined : changes.at(-1)?.id),
    staleTime: 0,
  });

export const lowStockQuery = (shopId: number) =>
  queryOptions({
    queryKey: STOCK_KEYS.low(shopId),
    queryFn: ({ signal }) => call(getLowStock, { params: { shopId }, signal }),
    staleTime: 0,
  });

export const expiringQuery = (shopId: number, days: number) =>
  queryOptions({
    queryKey: ['stock', shopId, 'expiring', days] as const,
    queryFn: ({ signal }) => call(listExpiring, { params: { shopId }, query: { days: `${days}` }, signal }),
    staleTime: 0,
  });

export const suppliersQuery = (shopId: number) =>
  queryOptions({
    queryKey: ['stock', shopId, 'suppliers'] as const,
    queryFn: ({ signal }) => call(listSuppliers, { params: { shopId }, signal }),
  });

export type PurchaseFilter = { supplier_id?: string | undefined; from?: string | undefined; to?: string | undefined };

export const purchasesQuery = (shopId: number, filter: PurchaseFilter) =>
  infiniteQueryOptions({
    queryKey: ['stock', shopId, 'purchases', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listPurchases, { params: { shopId }, query: { ...filter, limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ purchases }) => (purchases.length < PAGE_SIZE ? undefined : purchases.at(-1)?.id),
    staleTime: 0,
  });

export const purchaseQuery = (shopId: number, id: number) =>
  queryOptions({
    queryKey: STOCK_KEYS.purchase(shopId, id),
    queryFn: ({ signal }) => call(getPurchase, { params: { shopId, id }, signal }),
    staleTime: 0,
  });
