import type { ShopView } from '@haat/contract/api/shops.schema';
import { takesOrdersAt } from '@haat/contract/rules/opening-hours';
import { minimumOrderPaise } from '@haat/contract/rules/min-order-value';
import { orderTypeOf } from '@haat/machines/checkout/checkout-context';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { useProblemText } from '../../ui/use-problem-text.ts';
import { AddressDialog } from '../addresses/AddressDialog.tsx';
import { useCart, useCartSend } from '../cart/use-cart.ts';
import { ClosedNotice } from '../products/ClosedNotice.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import { CartChanges } from './CartChanges.tsx';
import { CartReview } from './CartReview.tsx';
import styles from './Checkout.module.css';
import { OrderTypeChoice } from './OrderTypeChoice.tsx';
import { PaymentChoice } from './PaymentChoice.tsx';
import { PlaceOrderBar } from './PlaceOrderBar.tsx';
import { useCartChanges } from './use-cart-changes.ts';
import { useCheckout } from './use-checkout.ts';

type Props = { slug: string; shop: ShopView | undefined };

/** The cart on one side, how it is brought and paid on the other. */
export function Checkout({ slug, shop }: Props) {
  const t = useText();
  const problemText = useProblemText();
  const sendToCart = useCartSend();
  const now = useMinute();
  const { cart, totalPaise } = useCart();
  const minimumPaise = minimumOrderPaise(shop?.minordervalue);
  const { state, send, place } = useCheckout(slug, minimumPaise);
  const { payment, problem, changed } = state.context;
  const orderType = orderTypeOf(state.context);
  const asksAddress = state.matches({ reviewing: 'address' });

  const changes = useCartChanges(slug, changed);
  const takeChanges = () => {
    sendToCart({ type: 'repriced', lines: changes });
    send({ type: 'problem.read' });
  };
  return (
    <div className={styles.checkout}>
      <div className={styles.column}>
        {shop ? <ClosedNotice shop={shop} /> : null}
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
          onChoose={(chosen) => send({ type: 'payment.chosen', payment: chosen })}
        />
        {changes.length > 0 ? <CartChanges cart={cart} lines={changes} onTake={takeChanges} /> : null}
        <PlaceOrderBar
          isBusy={state.hasTag('busy')}
          // The notices above say why, and what to do about it.
          isShut={changes.length > 0 || (shop !== undefined && !takesOrdersAt(shop, now))}
          problem={asksAddress || changes.length > 0 ? undefined : problemText(problem)}
          onPlace={place}
        />
      </div>
      {asksAddress ? (
        <AddressDialog
          notice={problemText(problem)}
          onChosen={(addressId) => send({ type: 'address.chosen', addressId })}
          onClose={() => send({ type: 'address.dismissed' })}
        />
      ) : null}
      {problem?.key === 'order.selectPayment' ? (
        <AlertDialog text={t('order.selectPayment')} onClose={() => send({ type: 'problem.read' })} />
      ) : null}
    </div>
  );
}
