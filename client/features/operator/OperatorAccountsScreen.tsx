import { blockAccount, listAccounts, type OperatorAccountView } from '@haat/contract/api/operator';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import styles from './Operator.module.css';

/** The server's limit. */
const MAX_SEARCH_LENGTH = 100;

const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorAccounts, search],
    queryFn: ({ signal }) => call(listAccounts, { query: { search: search || undefined }, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });

/** The accounts that an operator should look at, or those of a search, to be blocked and unblocked. */
export function OperatorAccountsScreen() {
  const t = useText();
  const [search, setSearch] = useState('');
  return (
    <Page title={t('operatorAccounts.title')} narrow>
      <Stack gap={5}>
        <p className={styles.hint}>{t('operatorAccounts.hint')}</p>
        <SearchField label={t('operatorAccounts.search')} value={search} onChange={setSearch} />
        <AccountList search={useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH))} />
      </Stack>
    </Page>
  );
}

function AccountList({ search }: { search: string }) {
  const t = useText();
  const { data: accounts, error, refetch } = useQuery(accountsQuery(search));
  if (error) return <LoadFailure text={t('operatorAccounts.loadFailed')} onRetry={() => void refetch()} />;
  if (!accounts) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (accounts.length === 0)
    return <EmptyState text={t(search ? 'operatorAccounts.noMatch' : 'operatorAccounts.none')} />;
  return (
    <Stack as="ul">
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </Stack>
  );
}

/** One account with the counts of its last week, and the button to block or unblock it. */
function AccountRow({ account }: { account: OperatorAccountView }) {
  const t = useText();
  const { moment } = useTimeText();
  const { blocked, refusals, expired, orders, delivered, last_seen } = account;
  return (
    <Card as="li" gap={2}>
      <div className={styles.head}>
        <h2 className={styles.name}>{nameOf(account)}</h2>
        {blocked ? (
          <span className={`${styles.chip} ${styles.suspended} ${styles.beside}`}>{t('operatorAccounts.blocked')}</span>
        ) : null}
      </div>
      <p className={styles.facts}>
        <span>{t('operatorAccounts.refusals', { count: refusals })}</span>
        <span>{t('operatorAccounts.expired', { count: expired })}</span>
        <span>{t('operatorAccounts.orders', { count: orders })}</span>
        <span>{t('operatorAccounts.delivered', { count: delivered })}</span>
        {last_seen ? <span>{t('operatorAccounts.lastSeen', { time: moment(last_seen) })}</span> : null}
      </p>
      {account.operator ? null : <BlockButton account={account} />}
    </Card>
  );
}

/** The email address, else the mobile number. */
const nameOf = ({ email, mobile }: OperatorAccountView): string => email ?? (mobile ? `+91 ${mobile}` : '');

/** Blocking asks for confirmation, because it logs the user out. */
function BlockButton({ account }: { account: OperatorAccountView }) {
  const t = useText();
  const { id, blocked } = account;
  const name = nameOf(account);
  const [isAsking, setAsking] = useState(false);
  const { change, isBusy, problem } = useBlockAccount(id);
  return (
    <Row align="stretch">
      <Button look="secondary" disabled={isBusy} onClick={blocked ? () => change(false) : () => setAsking(true)}>
        {t(blocked ? 'operatorAccounts.unblock' : 'operatorAccounts.block')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t('operatorAccounts.blockSure', { email: name })}
          confirm={t('operatorAccounts.block')}
          onConfirm={() => {
            setAsking(false);
            change(true);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Row>
  );
}

function useBlockAccount(id: number) {
  const queries = useQueryClient();
  const textOf = useRefusalText('operatorAccounts.failed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (blocked: boolean) => call(blockAccount, { params: { id }, body: { blocked } }),
    onSuccess: (changed) => {
      // It keeps its place in the list, so that the button that was pressed does not move.
      queries.setQueriesData<OperatorAccountView[]>({ queryKey: BACK_OFFICE_QUERY_KEYS.operatorAccounts }, (accounts) =>
        accounts?.map((account) => (account.id === changed.id ? changed : account)),
      );
      showToast({
        tone: 'success',
        key: changed.blocked ? 'operatorAccounts.isBlocked' : 'operatorAccounts.isUnblocked',
      });
      void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.operatorActivity });
    },
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
