import { suspendShop, type OperatorShopView } from '@haat/contract/api/operator-shops';
import { shopName } from '@haat/contract/rules/shop';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
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

/** Asks for the reason of a suspension, which the shop's members see. */
function SuspendDialog({ shopId, name, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ reason?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useOperatorChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setProblems(given ? {} : { reason: t('operator.reasonMissing') });
    if (!given) return;
    const body = { suspended: true, reason: given };
    change({ request: () => suspend(shopId, body), successKey: 'operator.suspended', onDone: onClose });
  };
  return (
    <Dialog label={t('operator.suspendTitle', { name })} onClose={onClose}>
      <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
        <p>{t('operator.suspendHint', { name })}</p>
        <Field
          label={t('operator.reason')}
          name="reason"
          autoFocus
          required
          maxLength={300}
          value={reason}
          problem={problems.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row align="stretch">
          <Button type="submit" disabled={isBusy}>
            {t('operator.suspend')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
