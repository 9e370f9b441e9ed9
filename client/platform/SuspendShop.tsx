import { suspendShop, type OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useOperatorChange } from './operator-shops-query.ts';

const suspend = (id: number, body: { suspended: boolean; reason?: string }) =>
  call(suspendShop, { params: { id }, body });

/** Suspends a shop, or resumes it. */
export function SuspendShop({ shop }: { shop: OperatorShopView }) {
  const t = useText();
  const name = shopName(shop);
  const { change, isBusy, problem } = useOperatorChange();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = shop.status === 'suspended';
  const resume = () =>
    change({ request: () => suspend(shop.id, { suspended: false }), successKey: 'operator.resumed' });
  return (
    <>
      <Button look="secondary" disabled={isBusy} onClick={isSuspended ? resume : () => setAsking(true)}>
        {t(isSuspended ? 'operator.resume' : 'operator.suspend')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? <SuspendDialog shopId={shop.id} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type Props = { shopId: number; name: string; onClose: () => void };

function SuspendDialog({ shopId, name, onClose }: Props) {
  const t = useText();
  const { change, isBusy, problem } = useOperatorChange();
  const confirm = (reason: string) => {
    const request = () => suspend(shopId, { suspended: true, reason });
    change({ request, successKey: 'operator.suspended', onDone: onClose });
  };
  return (
    <ReasonDialog
      title={t('operator.suspendTitle', { name })}
      text={t('operator.suspendHint', { name })}
      label={t('operator.reason')}
      missing={t('operator.reasonMissing')}
      confirm={t('operator.suspend')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
