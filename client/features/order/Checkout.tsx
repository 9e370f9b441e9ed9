import type { ShopView } from '@haat/contract/api/shops.schema';
import { takesOrdersAt } from '@haat/contract/rules/opening-hours';
import { minimumOrderPaise } from '@haat/contract/rules/min-order-value';
import { offersOnline, orderTypeOf } from '@haat/machines/checkout/checkout-context';
import { useState } from 'react';
import { useMinute } from '../../lib/use-minute.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { useProblemText } from '../../ui/use-problem-text.ts';
import { AddressDialog } from '../addresses/AddressDialog.tsx';
import { useCart, useCartSend } from '../cart/use-cart.ts';
import { OrderedAgainNotice } from '../order-again/OrderedAgainNotice.tsx';
import { ClosedNotice } from '../products/ClosedNotice.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import { CartChanges } from './CartChanges.tsx';
import { CartReview } from './CartReview.tsx';
import styles from './Checkout.module.css';
import { OrderTypeChoice } from './OrderTypeChoice.tsx';
import { PaymentChoice } from './PaymentChoice.tsx';
import { PlaceOrderBar } from './PlaceOrderBar.tsx';
import { WaitingPayment } from '../payment/WaitingPayment.tsx';
import { useCartChanges } from './use-cart-changes.ts';
import { useCheckout } from './use-checkout.ts';

type Props = { slug: string; shop: ShopView | undefined };

const ALERTS = ['order.selectPayment', 'order.addAddress'];

/** The cart on one side, how it is brought and paid on the other. */
export function Checkout({ slug, shop }: Props) {
  const problemText = useProblemText();
  const sendToCart = useCartSend();
  const now = useMinute();
  const { totalPaise } = useCart();
  const minimumPaise = minimumOrderPaise(shop?.minordervalue);
  const takesOnline = (shop?.payment_providers.length ?? 0) > 0;
  const { state, send, place } = useCheckout(slug, { minimumPaise, takesOnline });
  const { payment, problem, changed } = state.context;
  const orderType = orderTypeOf(state.context);
  const asksAddress = state.matches({ reviewing: 'address' });

  const changes = useCartChanges(slug, { problem, changed });
  const hasChanges = changes.length > 0;
  const [refusals, setRefusals] = useState(0);
  // Alerts of spec section 5: shown as one first, and readable at their place afterwards.
  const [read, setRead] = useState(problem);
  const isAlert = problem !== read && problem !== undefined && ALERTS.includes(problem.key);

  const takeChanges = () => {
    sendToCart({ type: 'repriced', lines: changes.map(({ line, price, stock }) => ({ id: line.id, price, stock })) });
    setRefusals(0);
    send({ type: 'problem.read' });
  };
  return (
    <div className={styles.checkout}>
      <div className={styles.column}>
        {shop ? <ClosedNotice shop={shop} /> : null}
        <WaitingPayment slug={slug} />
        <OrderedAgainNotice />
        {hasChanges ? (
          <CartChanges changes={changes} refusals={refusals + (changed ? 1 : 0)} onTake={takeChanges} />
        ) : null}
        <CartReview slug={slug} />
      </div>
      <div className={styles.column}>
        <OrderTypeChoice
          orderType={orderType}
          missingPaise={Math.max(0, minimumPaise - totalPaise)}
          minimumPaise={minimumPaise}
          onChoose={(chosen) => send({ type: 'type.chosen', orderType: chosen })}
        />
        {orderType === 'delivery' ? <AddressChoice onAsk={() => send({ type: 'address.asked' })} /> : null}
        <PaymentChoice
          payment={payment}
          orderType={orderType}
          offersOnline={offersOnline(state.context)}
          onChoose={(chosen) => send({ type: 'payment.chosen', payment: chosen })}
        />
        <PlaceOrderBar
          isBusy={state.hasTag('busy')}
          // The notice above says when orders are taken again.
          isShut={shop !== undefined && !takesOrdersAt(shop, now)}
          problem={asksAddress || hasChanges ? undefined : problemText(problem)}
          onPlace={hasChanges ? () => setRefusals(refusals + 1) : place}
        />
      </div>
      {asksAddress ? (
        <AddressDialog
          notice={problemText(problem)}
          onChosen={(addressId) => send({ type: 'address.chosen', addressId })}
          onClose={() => {
            setRead(problem);
            send({ type: 'address.dismissed' });
          }}
        />
      ) : null}
      {isAlert ? <AlertDialog text={problemText(problem) ?? ''} onClose={() => setRead(problem)} /> : null}
    </div>
  );
}
