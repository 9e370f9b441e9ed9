import { blockAccount, listAccounts, type OperatorAccountView } from '@haat/contract/platform/operator.calls';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useChange } from '../ui/use-change.ts';

/** The email address, else the mobile number. */
export const nameOf = ({ email, mobile }: OperatorAccountView): string => email ?? (mobile ? `+91 ${mobile}` : '');

/** Blocking asks for confirmation, because it logs the user out. */
export function BlockButton({ account }: { account: OperatorAccountView }) {
  const t = useText();
  const { id, blocked } = account;
  const name = nameOf(account);
  const [isAsking, setAsking] = useState(false);
  const { send, isSending, refusal } = useBlockAccount();
  const change = (isBlocked: boolean) => send({ params: { id }, body: { blocked: isBlocked } });
  return (
    <Row align="stretch">
      <Button look="secondary" disabled={isSending} onClick={blocked ? () => change(false) : () => setAsking(true)}>
        {t(blocked ? 'operatorAccounts.unblock' : 'operatorAccounts.block')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
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
