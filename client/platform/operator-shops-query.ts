import {
  exportShops,
  getOperatorShop,
  listAllShops,
  type OperatorShopView,
  summarizeShops,
} from '@haat/contract/platform/operator-shops.calls';
import { type Direction, SHOP_SORTS, SHOP_STATES, type ShopSort } from '@haat/contract/platform/operator-lists';
import type { InputOf } from '@haat/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { listPages } from './lists/list-pages.ts';
import { type ListChoice, readSorting } from './lists/use-list-choice.ts';
import { useChange } from './use-change.ts';

/** The names under which the address has the filters and the sort of the shops. */
export const SHOP_CHOICES = ['search', 'state', 'trade', 'sort', 'direction'] as const;
export type ShopChoice = ListChoice<(typeof SHOP_CHOICES)[number]>;

type ShopFilter = NonNullable<InputOf<typeof summarizeShops>['query']>;
type ShopList = ShopFilter & { sort: ShopSort; direction: Direction };

/** The query parameters for a choice; `search`: the text once typing pauses. */
export function readShopChoice(choice: ShopChoice, search: string): { filter: ShopFilter; list: ShopList } {
  const filter = {
    search: search || undefined,
    state: SHOP_STATES.find((state) => state === choice.state),
    trade: choice.trade || undefined,
  };
  return { filter, list: { ...filter, ...(readSorting(choice, SHOP_SORTS) as Pick<ShopList, 'sort' | 'direction'>) } };
}

/** The shops of a choice, in pages. */
export const operatorShopsQuery = (list: ShopList) =>
  listPages<OperatorShopView, ShopList>({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorShops,
    filter: list,
    load: (query, signal) => call(listAllShops, { query, signal }),
  });

/** The sums of the shops of a choice. */
export const shopsSummaryQuery = (filter: ShopFilter) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorShops, 'summary', filter],
    queryFn: ({ signal }) => call(summarizeShops, { query: filter, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const shopsFilePath = (query: ShopList): string => pathOf(exportShops, { query });

/** One shop with its figures. */
export const operatorShopQuery = (id: string) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorShops, 'one', id],
    queryFn: ({ signal }) => call(getOperatorShop, { params: { id }, signal }),
    staleTime: 0,
  });

const CHANGED = {
  failed: 'operator.failed',
  own: { slug_taken: 'operator.slugTaken' },
  outdated: [['operator'], ['shop']],
} as const;

/** Creates, suspends or resumes a shop, and refetches the lists and the shop. */
export const useOperatorChange = () => useChange(CHANGED);
