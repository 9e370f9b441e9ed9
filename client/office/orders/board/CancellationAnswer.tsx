import { answerCancellation } from '@haat/contract/orders/order-ends.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverText } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { call } from '../../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../../lib/back-office-query-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** The customer's request to cancel an order that the shop has accepted, with the shop's two answers. */
export function CancellationAnswer({ order, status }: { order: OrderView; status: OrderStatus }) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (cancel: boolean) => call(answerCancellation, { params: { id: order.id }, body: { cancel } }),
    // Also after a refusal: another screen, or the clock, has answered.
    onSettled: () => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allShopOrders }),
  });
  const { cancellation } = order;
  if (cancellation?.state !== 'open' || status !== 'Accepted') return null;

  const { reason, text, at, answer_by: until } = cancellation;
  return (
    <Notice>
      <strong>{t('cancellationRequest.title', { reason: text ?? t(`reason.${reason}`) })}</strong>
      <p>{t('cancellationRequest.until', { time: momentAfter(until, at) })}</p>
      {error ? (
        <p role="alert">
          {t('cancellationRequest.failed', {
            body: serverText('cancellationRequest.failed', reasonOf(error).text ?? ''),
          })}
        </p>
      ) : null}
      <Row gap={2}>
        <Button look="secondary" disabled={isPending} onClick={() => mutate(false)}>
          {t('cancellationRequest.refuse')}
        </Button>
        <Button disabled={isPending} onClick={() => mutate(true)}>
          {t('cancellationRequest.grant')}
        </Button>
      </Row>
    </Notice>
  );
}
