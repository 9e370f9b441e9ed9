import {
  blockAccount,
  exportAccounts,
  listAccounts,
  type OperatorAccountView,
  summarizeAccounts,
} from '@haat/contract/platform/operator.calls';
import { ACCOUNT_LISTS, ACCOUNT_SORTS } from '@haat/contract/platform/operator-lists';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useText } from '../i18n/use-text.ts';
import { pathOf } from '../lib/api.ts';
import { useCall } from '../lib/call-query.ts';
import { Row, Stack } from '../ui/Card.tsx';
import { FilterChips } from '../ui/FilterChips.tsx';
import { Page } from '../ui/Page.tsx';
import { Age } from './lists/TimeCells.tsx';
import { DayRange } from './lists/DayRange.tsx';
import { ListedRows } from './lists/ListedRows.tsx';
import { ListFilters } from './lists/ListFilters.tsx';
import { ListSums } from './lists/ListSums.tsx';
import { listPages } from './lists/list-pages.ts';
import type { Column, Sorting } from './lists/OperatorTable.tsx';
import { type ListChoice, readDays, readSorting, useListChoice, useSearched } from './lists/use-list-choice.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useChange } from '../ui/use-change.ts';
import styles from './Operator.module.css';

/** The accounts that need attention, or the results of a search, with buttons to block and unblock them. */
export function OperatorAccountsScreen() {
  const t = useText();
  return (
    <Page title={t('operatorAccounts.title')}>
      <Accounts />
    </Page>
  );
}

function Accounts() {
  const t = useText();
  const { choice, choose } = useListChoice(ACCOUNT_CHOICES);
  const { filter, sorting, request } = readAccountChoice(choice, useSearched(choice.search));
  const pages = useInfiniteQuery(listPages(listAccounts, request));
  const { data: summary } = useCall(summarizeAccounts, { query: filter }, { placeholderData: keepPreviousData });
  const isFiltered = filter.list !== 'attention' || Boolean(filter.search ?? filter.from ?? filter.to);
  const sums = summary && [
    t('operatorAccounts.sum', { count: summary.accounts }),
    t('operatorAccounts.sumBlocked', { count: summary.blocked }),
    t('operatorAccounts.sumOrders', { count: summary.orders }),
    t('operatorAccounts.sumExpired', { count: summary.expired }),
    t('operatorAccounts.sumRefusals', { count: summary.refusals }),
  ];
  return (
    <Stack gap={4}>
      <ListFilters
        search="operatorAccounts.search"
        choice={choice}
        // A search covers all accounts; an emptied field leads back to accounts that need attention.
        onChoose={({ search = '' }) =>
          choose({ search, ...(choice.search === '' && search !== '' && { list: 'all' }) })
        }
      >
        <DayRange
          days={choice}
          labels={{ from: t('operatorAccounts.from'), to: t('operatorAccounts.to') }}
          onChoose={choose}
        />
      </ListFilters>
      <FilterChips
        label={t('operatorAccounts.lists')}
        isStrip
        chips={ACCOUNT_LISTS.map((value) => ({ value, label: t(`operatorAccounts.list.${value}`) }))}
        chosen={filter.list}
        onChoose={(list) => choose({ list, sort: '', direction: '' })}
      />
      {filter.list === 'attention' ? <p className={styles.hint}>{t('operatorAccounts.hint')}</p> : null}
      <ListSums sums={sums} path={pathOf(exportAccounts, { query: request })} />
      <ListedRows
        pages={pages}
        texts={{
          failed: 'operatorAccounts.loadFailed',
          none: isFiltered ? 'operatorAccounts.noMatch' : 'operatorAccounts.none',
          more: 'activity.older',
        }}
        caption={t('operatorAccounts.title')}
        columns={COLUMNS}
        sorting={sorting}
        onSort={choose}
      />
    </Stack>
  );
}

/** The names under which the address has the filters and the sort of the accounts. */
const ACCOUNT_CHOICES = ['search', 'list', 'from', 'to', 'sort', 'direction'] as const;

/** The query parameters for a choice; `search`: the text once typing pauses. */
function readAccountChoice(choice: ListChoice<(typeof ACCOUNT_CHOICES)[number]>, search: string) {
  const list = ACCOUNT_LISTS.find((each) => each === choice.list) ?? 'attention';
  const filter = { search: search || undefined, list, ...readDays(choice) };
  // Accounts that need attention are sorted by urgency, and fit on one page, until another order is chosen.
  const isSorted = list !== 'attention' || ACCOUNT_SORTS.some((sort) => sort === choice.sort);
  const chosen = isSorted ? readSorting(choice, ACCOUNT_SORTS) : undefined;
  const sorting: Sorting = chosen ?? { sort: '', direction: 'desc' };
  return { filter, sorting, request: { ...filter, ...chosen } };
}

const COLUMNS: Column<OperatorAccountView>[] = [
  { head: 'operatorAccounts.account', cell: (account) => <AccountLead account={account} /> },
  { head: 'operatorAccounts.column.orders', sort: 'orders', isNumber: true, cell: ({ orders }) => orders },
  { head: 'operatorAccounts.column.delivered', isNumber: true, cell: ({ delivered }) => delivered },
  { head: 'operatorAccounts.column.expired', sort: 'expired', isNumber: true, cell: ({ expired }) => expired },
  { head: 'operatorAccounts.column.refusals', sort: 'refusals', isNumber: true, cell: ({ refusals }) => refusals },
  {
    head: 'operatorAccounts.column.seen',
    sort: 'last_seen',
    cell: ({ last_seen }) => <Age at={last_seen} hasMoment />,
  },
  { head: 'operator.createdAt', sort: 'created', isWide: true, cell: ({ created_at }) => <Age at={created_at} /> },
  {
    head: 'operatorList.actions',
    cell: (account, t) => (account.operator ? t('operatorAccounts.operator') : <BlockButton account={account} />),
  },
];

function AccountLead({ account }: { account: OperatorAccountView }) {
  const t = useText();
  const { name, email, mobile, blocked } = account;
  return (
    <>
      <strong>{nameOf(account)}</strong>
      {name ? <span className={styles.more}>{name}</span> : null}
      {email && mobile ? <span className={styles.more}>+91 {mobile}</span> : null}
      {blocked ? <span className={`${styles.chip} ${styles.bad}`}>{t('operatorAccounts.blocked')}</span> : null}
    </>
  );
}

/** The email address, else the mobile number. */
const nameOf = ({ email, mobile }: OperatorAccountView): string => email ?? (mobile ? `+91 ${mobile}` : '');

/** Blocking asks for confirmation, because it logs the user out. */
function BlockButton({ account }: { account: OperatorAccountView }) {
  const t = useText();
  const { id, blocked } = account;
  const name = nameOf(account);
  const { send, isSending, refusal } = useBlockAccount();
  return (
    <Row align="stretch">
      <ConfirmButton
        look="secondary"
        disabled={isSending}
        label={t(blocked ? 'operatorAccounts.unblock' : 'operatorAccounts.block')}
        about={name}
        question={blocked ? undefined : t('operatorAccounts.blockSure', { email: name })}
        onConfirm={() => send({ params: { id }, body: { blocked: !blocked } })}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </Row>
  );
}

type Pages = InfiniteData<OperatorAccountView[]>;

function useBlockAccount() {
  const queries = useQueryClient();
  return useChange(blockAccount, {
    failed: 'operatorAccounts.failed',
    onDone: (changed) => {
      // It keeps its place in the list, so that the button that was pressed does not move.
      queries.setQueriesData<Pages>(
        { queryKey: [listAccounts.path] },
        (loaded) =>
          loaded && {
            ...loaded,
            pages: loaded.pages.map((page) => page.map((each) => (each.id === changed.id ? changed : each))),
          },
      );
      const key = changed.blocked ? 'operatorAccounts.isBlocked' : 'operatorAccounts.isUnblocked';
      showToast({ tone: 'success', key });
    },
  });
}
