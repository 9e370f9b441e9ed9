import { cancelOrder, requestCancellation } from '@haat/contract/api/order-ends';
import type { OrderView } from '@haat/contract/api/orders';
import { CANCELLATION_ANSWER_MINUTES, CUSTOMER_REASONS } from '@haat/contract/rules/order-reasons';
import { reasonOf } from '@haat/contract/rules/reason';
import { isAllowed, statusAfter } from '@haat/machines/order-status/order.machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverText } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useHasPassed } from '../../lib/use-has-passed.ts';
import { Button } from '../../ui/Button.tsx';
import { showText } from '../../ui/toasts.tsx';
import { type ChosenReason, EndOrderDialog } from './EndOrderDialog.tsx';
import { orderFacts } from './order-facts.ts';

/** The button with which the customer takes an order back, for as long as that is possible, and then asks the shop to. */
export function CancelOwnOrder({ order }: { order: OrderView }) {
  const t = useText();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Way>();
  const params = { id: order.id };
  const isLate = useHasPassed(order.cancel_until);
  const way = opened ?? wayOf(order, isLate);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: ChosenReason<CustomerReason>) =>
      way === 'ask' ? call(requestCancellation, { params, body }) : call(cancelOrder, { params, body }),
    onSuccess: () => {
      setOpened(undefined);
      void showText('success', t(way === 'ask' ? 'endOrder.asked' : 'endOrder.done', { number: order.orderNumber }));
    },
    // Also after a refusal: the order has changed in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEYS.ownOrders }),
  });
  if (!way) return null;

  const close = () => {
    setOpened(undefined);
    reset();
  };
  const reason = error && reasonOf(error);
  return (
    <>
      <Button look="quiet" onClick={() => setOpened(way)}>
        {t(TEXTS[way].button)}
      </Button>
      {opened ? (
        <EndOrderDialog
          title={t(TEXTS[way].title, { number: order.orderNumber })}
          effect={t(TEXTS[way].effect, { minutes: CANCELLATION_ANSWER_MINUTES })}
          reasons={CUSTOMER_REASONS}
          confirm={t(TEXTS[way].button)}
          isBusy={isPending}
          problem={
            reason ? t('endOrder.failed', { body: serverText('endOrder.failed', reason.text ?? '') }) : undefined
          }
          onConfirm={mutate}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type Way = 'cancel' | 'ask';
type CustomerReason = (typeof CUSTOMER_REASONS)[number];

const TEXTS = {
  cancel: { button: 'endOrder.cancel', title: 'endOrder.cancelTitle', effect: 'endOrder.customerEffect' },
  ask: { button: 'endOrder.ask', title: 'endOrder.askTitle', effect: 'endOrder.askEffect' },
} as const;

/** `isLate`: whether the grace period is over. */
function wayOf(order: OrderView, isLate: boolean | undefined): Way | undefined {
  if (order.payment_status === 'awaiting' || order.payment_status === 'expired') return undefined;
  const facts = orderFacts(order);
  const at = (facts.graceEndsAt ?? 0) - (isLate === false ? 1 : 0);
  const by = { by: 'customer', at } as const;
  if (statusAfter(facts, { type: 'cancel', ...by })) return 'cancel';
  return isAllowed(facts, { type: 'requestCancellation', ...by }) ? 'ask' : undefined;
}
