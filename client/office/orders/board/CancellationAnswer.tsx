import { answerCancellation } from '@haat/contract/orders/order-ends.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { useFailedText } from '../use-failed-text.ts';

/** The customer's request to cancel an order that the shop has accepted, with the shop's two answers. */
export function CancellationAnswer({ order, status }: { order: OrderView; status: OrderStatus }) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const { send, isSending, error } = useChange(answerCancellation, { failed: 'cancellationRequest.failed' });
  const problem = useFailedText('cancellationRequest.failed', error);
  const answer = (cancel: boolean) => send({ params: { id: order.id }, body: { cancel } });
  const { cancellation } = order;
  if (cancellation?.state !== 'open' || status !== 'Accepted') return null;

  const { reason, text, at, answer_by: until } = cancellation;
  return (
    <Notice>
      <strong>{t('cancellationRequest.title', { reason: text ?? t(`reason.${reason}`) })}</strong>
      <p>{t('cancellationRequest.until', { time: momentAfter(until, at) })}</p>
      {problem ? <p role="alert">{problem}</p> : null}
      <Row gap={2}>
        <Button look="secondary" disabled={isSending} onClick={() => answer(false)}>
          {t('cancellationRequest.refuse')}
        </Button>
        <Button disabled={isSending} onClick={() => answer(true)}>
          {t('cancellationRequest.grant')}
        </Button>
      </Row>
    </Notice>
  );
}
