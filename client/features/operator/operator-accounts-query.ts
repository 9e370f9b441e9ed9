import { exportAccounts, listAccounts, type OperatorAccountView, summarizeAccounts } from '@haat/contract/api/operator';
import { ACCOUNT_LISTS, type AccountList } from '@haat/contract/rules/operator-lists';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { listPages } from '../operator-table/list-pages.ts';
import type { ListChoice } from '../operator-table/use-list-choice.ts';

/** The names under which the address has the filters of the accounts. */
export const ACCOUNT_CHOICES = ['search', 'list'] as const;

type AccountFilter = { search: string | undefined; list: AccountList };

/** What is asked of the server for a choice; `search`: the text once typing pauses. */
export function readAccountChoice(
  { list }: ListChoice<(typeof ACCOUNT_CHOICES)[number]>,
  search: string,
): AccountFilter {
  return { search: search || undefined, list: ACCOUNT_LISTS.find((each) => each === list) ?? 'attention' };
}

/** The accounts of a choice, in pages; those that need attention are on one. */
export const operatorAccountsQuery = (filter: AccountFilter) =>
  listPages<OperatorAccountView, AccountFilter>({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorAccounts,
    filter,
    load: (query, signal) => call(listAccounts, { query, signal }),
  });

/** How many accounts a choice has. */
export const accountsSummaryQuery = (filter: AccountFilter) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorAccounts, 'summary', filter],
    queryFn: ({ signal }) => call(summarizeAccounts, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

export const accountsFilePath = (query: AccountFilter): string => pathOf(exportAccounts, { query });
