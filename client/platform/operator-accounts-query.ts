import type { InputOf } from '@haat/contract/endpoint';
import {
  exportAccounts,
  listAccounts,
  type OperatorAccountView,
  summarizeAccounts,
} from '@haat/contract/platform/operator.calls';
import {
  ACCOUNT_LISTS,
  type AccountList,
  ACCOUNT_SORTS,
  type AccountSort,
} from '@haat/contract/platform/operator-lists';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { listPages } from './lists/list-pages.ts';
import type { Sorting } from './lists/OperatorTable.tsx';
import { type ListChoice, readDays, readSorting } from './lists/use-list-choice.ts';

/** The names under which the address has the filters and the sort of the accounts. */
export const ACCOUNT_CHOICES = ['search', 'list', 'from', 'to', 'sort', 'direction'] as const;

type AccountFilter = NonNullable<InputOf<typeof summarizeAccounts>['query']> & { list: AccountList };
type AccountRequest = NonNullable<InputOf<typeof exportAccounts>['query']>;

/** The query parameters for a choice; `search`: the text once typing pauses. */
export function readAccountChoice(choice: ListChoice<(typeof ACCOUNT_CHOICES)[number]>, search: string) {
  const list = ACCOUNT_LISTS.find((each) => each === choice.list) ?? 'attention';
  const filter: AccountFilter = { search: search || undefined, list, ...readDays(choice) };
  // Accounts that need attention are sorted by urgency, until another order is chosen.
  const isSorted = list !== 'attention' || ACCOUNT_SORTS.some((sort) => sort === choice.sort);
  const sorting: Sorting = isSorted ? readSorting(choice, ACCOUNT_SORTS) : { sort: '', direction: 'desc' };
  const request: AccountRequest = { ...filter, ...(isSorted && (sorting as { sort: AccountSort })) };
  return { filter, sorting, request };
}

/** The accounts of a choice, in pages; accounts that need attention fit on one. */
export const operatorAccountsQuery = (request: AccountRequest) =>
  listPages<OperatorAccountView, AccountRequest>({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorAccounts,
    filter: request,
    load: (query, signal) => call(listAccounts, { query, signal }),
  });

/** The sums of the accounts of a choice. */
export const accountsSummaryQuery = (filter: AccountFilter) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorAccounts, 'summary', filter],
    queryFn: ({ signal }) => call(summarizeAccounts, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

export const accountsFilePath = (query: AccountRequest): string => pathOf(exportAccounts, { query });
