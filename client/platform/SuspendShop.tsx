import { suspendShop, type OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useChange } from '../ui/use-change.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Suspends a shop, or resumes it. */
export function SuspendShop({ shop }: { shop: OperatorShopView }) {
  const t = useText();
  const { id, status } = shop;
  const name = shopName(shop);
  const { send, isSending, refusal } = useChange(suspendShop, { failed: 'operator.failed', done: 'operator.resumed' });
  const [isAsking, setAsking] = useState(false);
  const isSuspended = status === 'suspended';
  const resume = () => send({ params: { id }, body: { suspended: false } });
  return (
    <>
      <Button look="secondary" disabled={isSending} onClick={isSuspended ? resume : () => setAsking(true)}>
        {t(isSuspended ? 'operator.resume' : 'operator.suspend')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isAsking ? <SuspendDialog id={id} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type Props = { id: number; name: string; onClose: () => void };

function SuspendDialog({ id, name, onClose }: Props) {
  const t = useText();
  const { send, isSending, refusal } = useChange(suspendShop, {
    failed: 'operator.failed',
    done: 'operator.suspended',
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={t('operator.suspendTitle', { name })}
      text={t('operator.suspendHint', { name })}
      label={t('operator.reason')}
      missing="operator.reasonMissing"
      confirm={t('operator.suspend')}
      isBusy={isSending}
      problem={refusal}
      onConfirm={(reason) => send({ params: { id }, body: { suspended: true, reason } })}
      onClose={onClose}
    />
  );
}
