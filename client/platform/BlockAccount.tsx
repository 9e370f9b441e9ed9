import { blockAccount, type OperatorAccountView } from '@haat/contract/platform/operator.calls';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';

/** The email address, else the mobile number. */
export const nameOf = ({ email, mobile }: OperatorAccountView): string => email ?? (mobile ? `+91 ${mobile}` : '');

/** Blocking asks for confirmation, because it logs the user out. */
export function BlockButton({ account }: { account: OperatorAccountView }) {
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

type Pages = InfiniteData<OperatorAccountView[]>;

function useBlockAccount(id: number) {
  const queries = useQueryClient();
  const textOf = useRefusalText('operatorAccounts.failed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (blocked: boolean) => call(blockAccount, { params: { id }, body: { blocked } }),
    onSuccess: (changed) => {
      // It keeps its place in the list, so that the button that was pressed does not move.
      queries.setQueriesData<Pages>({ queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorAccounts, 'list'] }, (loaded) =>
        loaded === undefined
          ? undefined
          : {
              ...loaded,
              pages: loaded.pages.map((page) => page.map((each) => (each.id === changed.id ? changed : each))),
            },
      );
      void queries.invalidateQueries({ queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorAccounts, 'summary'] });
      showToast({
        tone: 'success',
        key: changed.blocked ? 'operatorAccounts.isBlocked' : 'operatorAccounts.isUnblocked',
      });
      void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.operatorActivity });
    },
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
