import type { ShopView } from '@haat/contract/api/shops';
import { type Cart, MAX_LINES } from '@haat/contract/rules/cart';
import type { CartChange } from '@haat/contract/rules/cart-changes';
import { toDeliveryArea } from '@haat/contract/rules/delivery-area';
import { minimumOrderPaise, type OrderType } from '@haat/contract/rules/order-terms';
import { isOpenAt } from '@haat/contract/rules/opening-hours';
import { formatPaise, formatPaiseShort, toPaise } from '@haat/contract/rules/rupees';
import { checkCart, type CheckedCart, type CheckedLine } from '@haat/machines/cart/cart-check.machine';
import { offersOnline, orderTypeOf } from '@haat/machines/checkout/checkout.machine';
import type { PaymentMethod } from '@haat/machines/checkout/place-request';
import { useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useOnline } from '../../lib/browser.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { AlertDialog, ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useProblemText } from '../../ui/use-error-text.ts';
import { AddressDialog, AddressLines, deliveryProblem } from '../addresses/AddressDialog.tsx';
import { useAddresses } from '../addresses/use-addresses.ts';
import { useCart, useCartSend } from '../cart/use-cart.ts';
import { OrderedAgainNotice } from '../order-again/OrderedAgainNotice.tsx';
import { ClosedNotice } from '../products/ClosedNotice.tsx';
import { CartChanges, useCartChanges } from './CartChanges.tsx';
import { CartReview } from './CartReview.tsx';
import styles from './Checkout.module.css';
import { UnfinishedPayment } from './UnfinishedPayment.tsx';
import { useCheckout } from './use-checkout.ts';

type Props = { slug: string; shop: ShopView | undefined };

const ALERTS = ['order.selectPayment', 'order.addAddress'];

/** The cart in one column; address, order type and payment in the other. */
export function Checkout({ slug, shop }: Props) {
  const problemText = useProblemText();
  const sendToCart = useCartSend();
  const now = useMinute();
  const { cart, totalPaise } = useCart();
  // A minimum that could not be read is left to the server to check: it must not turn a delivery into takeaway.
  const minimumPaise = shop ? minimumOrderPaise(shop.minordervalue) : 0;
  const takesOnline = (shop?.payment_providers.length ?? 0) > 0;
  const { state, send, place, repeat } = useCheckout(slug, { minimumPaise, takesOnline });
  const { payment, problem, changed } = state.context;
  const orderType = orderTypeOf(state.context);
  const asksAddress = state.matches({ reviewing: 'address' });
  const delivery = useDelivery(shop);
  const choose = (chosen: OrderType) => send({ type: 'type.chosen', orderType: chosen });
  const takeAway = () => choose('takeaway');

  const changes = useCartChanges(slug, { problem, changed });
  const terms = toCheckedTerms(shop, now);
  const verdict = checkCart({ ...terms, lines: toCheckedLines(cart, changes), totalPaise, minimumPaise });
  const hasChanges = verdict.lines !== 'current';
  const [refusals, setRefusals] = useState(0);
  // Shown as an alert first, and at their place afterwards.
  const [read, setRead] = useState(problem);
  const isAlert = problem !== read && problem !== undefined && ALERTS.includes(problem.key);

  const takeChanges = () => {
    sendToCart({ type: 'repriced', lines: changes.map(({ line, price, stock }) => ({ id: line.id, price, stock })) });
    setRefusals(0);
    send({ type: 'problem.read' });
  };
  const isAboveMaximum = verdict.lines === 'aboveMaximum';
  const shownChanges = { changes, isAboveMaximum, refusals: refusals + (changed ? 1 : 0), onTake: takeChanges };
  return (
    <div className={styles.checkout}>
      <div className={styles.column}>
        <OrderNotices slug={slug} shop={shop} />
        {hasChanges ? <CartChanges {...shownChanges} /> : null}
        <CartReview slug={slug} />
      </div>
      <div className={styles.column}>
        <OrderTypeChoice
          orderType={orderType}
          isTakeawayOnly={verdict.total === 'takeawayOnly'}
          totalPaise={totalPaise}
          minimumPaise={minimumPaise}
          onChoose={choose}
        />
        {orderType === 'delivery' ? (
          <AddressChoice
            problem={delivery.problem}
            onAsk={() => send({ type: 'address.asked' })}
            onTakeaway={takeAway}
          />
        ) : null}
        <PaymentChoice
          payment={payment}
          orderType={orderType}
          offersOnline={offersOnline(state.context)}
          onChoose={(chosen) => send({ type: 'payment.chosen', payment: chosen })}
        />
        <PlaceOrderBar
          isBusy={state.hasTag('busy')}
          // A shop that takes no orders says above when it does. Where a delivery goes has to be known first.
          isBlocked={verdict.shop !== 'accepting' || (orderType === 'delivery' && delivery.isBlocked)}
          isPaidNext={payment === 'online'}
          problem={asksAddress || hasChanges ? undefined : problemText(problem)}
          onPlace={hasChanges ? () => setRefusals(refusals + 1) : place}
        />
      </div>
      {asksAddress ? (
        <AddressDialog
          area={delivery.area}
          onTakeaway={takeAway}
          onChosen={(addressId) => send({ type: 'address.chosen', addressId })}
          onClose={() => {
            setRead(problem);
            send({ type: 'address.dismissed' });
          }}
        />
      ) : null}
      {repeat ? <RepeatDialog {...repeat} /> : null}
      {isAlert ? <AlertDialog text={problemText(problem) ?? ''} onClose={() => setRead(problem)} /> : null}
    </div>
  );
}

type RepeatDialogProps = { confirm: () => void; dismiss: () => void };

/** Asks whether the order of a moment ago is meant twice. */
function RepeatDialog({ confirm, dismiss }: RepeatDialogProps) {
  const t = useText();
  return (
    <ConfirmDialog text={t('order.justPlaced')} confirm={t('order.placeAgain')} onConfirm={confirm} onClose={dismiss} />
  );
}

function OrderNotices({ slug, shop }: Props) {
  return (
    <>
      {shop ? <ClosedNotice shop={shop} /> : null}
      <UnfinishedPayment slug={slug} />
      <OrderedAgainNotice />
    </>
  );
}

/** Where the shop delivers, why not to the chosen address, and whether that has to be known or changed first. */
function useDelivery(shop: ShopView | undefined) {
  const { chosen, isLoading, isUnknown } = useAddresses();
  // A shop that could not be loaded is left to the server to check.
  const area = shop && toDeliveryArea(shop);
  const problem = chosen && area && deliveryProblem(chosen, area);
  return { area, problem, isBlocked: isLoading || isUnknown || problem !== undefined };
}

/** The terms of the shop. If they could not be loaded, only the server checks them. */
function toCheckedTerms(shop: ShopView | undefined, now: Date): Pick<CheckedCart, 'maximumQuantity' | 'shop'> {
  return {
    maximumQuantity: shop?.max_per_order ?? null,
    shop: {
      isPaused: shop?.paused ?? false,
      isOpen: shop === undefined || isOpenAt(shop, now),
      acceptsWhenClosed: shop?.accepts_orders_when_closed ?? true,
    },
  };
}

/** The lines as the customer sees them, beside the shop's prices and stock where those differ. */
function toCheckedLines(cart: Cart, changes: readonly CartChange[]): CheckedLine[] {
  // Above the shop's maximum there is enough in stock.
  const changed = new Map(
    changes.filter(({ kind }) => kind !== 'tooMany').map(({ line, price, stock }) => [line.id, { price, stock }]),
  );
  return Object.values(cart).map(({ id, price, quantity }) => {
    const current = changed.get(id) ?? { price, stock: quantity };
    return { quantity, seenPaise: toPaise(price), pricePaise: toPaise(current.price), stock: current.stock };
  });
}

type OrderTypeChoiceProps = {
  orderType: OrderType;
  isTakeawayOnly: boolean;
  totalPaise: number;
  minimumPaise: number;
  onChoose: (orderType: OrderType) => void;
};

/** Delivery or takeaway; below the minimum only takeaway, with the amount that is missing. */
function OrderTypeChoice(props: OrderTypeChoiceProps) {
  const { orderType, isTakeawayOnly, totalPaise, minimumPaise, onChoose } = props;
  const t = useText();
  const choices = [
    { value: 'delivery', label: t('order.delivery'), hint: t('order.deliveryHint'), disabled: isTakeawayOnly },
    { value: 'takeaway', label: t('order.takeaway'), hint: t('order.takeawayHint') },
  ] as const;
  return (
    <Card as="section">
      <ChoiceList label={t('order.type')} choices={choices} chosen={orderType} onChoose={onChoose}>
        {isTakeawayOnly ? (
          <Notice>
            <p>{t('order.minimum', { amount: formatPaiseShort(minimumPaise) })}</p>
            <p>{t('cart.missing', { amount: formatPaiseShort(minimumPaise - totalPaise) })}</p>
            <progress
              className={styles.progress}
              aria-label={t('order.delivery')}
              value={totalPaise}
              max={minimumPaise}
            />
          </Notice>
        ) : null}
      </ChoiceList>
    </Card>
  );
}

type AddressChoiceProps = { problem: TextId | undefined; onAsk: () => void; onTakeaway: () => void };

/** Where the delivery goes; takeaway is offered where the shop does not deliver. */
function AddressChoice({ problem, onAsk, onTakeaway }: AddressChoiceProps) {
  const t = useText();
  const { chosen, isLoading, isUnknown, reload } = useAddresses();
  return (
    <Card as="section" aria-labelledby="order-address">
      <Row justify="between">
        <h2 id="order-address" className={styles.heading}>
          {t('address.title')}
        </h2>
        {isLoading ? <Skeleton width="124px" height="var(--touch)" /> : null}
        {isLoading || isUnknown ? null : (
          <Button look="secondary" aria-haspopup="dialog" onClick={onAsk}>
            {t(chosen ? 'address.edit' : 'address.add')}
          </Button>
        )}
      </Row>
      {chosen ? <AddressLines address={chosen} /> : null}
      {problem ? (
        <Notice tone="error">
          <Row justify="between">
            <span>{t(problem)}</span>
            <Button look="secondary" onClick={onTakeaway}>
              {t('address.takeaway')}
            </Button>
          </Row>
        </Notice>
      ) : null}
      {isLoading ? <Skeleton height="44px" /> : null}
      {isUnknown ? <LoadFailure text={t('address.loadFailed')} onRetry={reload} /> : null}
      {!chosen && !isLoading && !isUnknown ? <p>{t('address.none')}</p> : null}
    </Card>
  );
}

type PaymentChoiceProps = {
  payment: PaymentMethod | undefined;
  orderType: OrderType;
  offersOnline: boolean;
  onChoose: (payment: PaymentMethod) => void;
};

/** How the order is paid. */
function PaymentChoice({ payment, orderType, offersOnline, onChoose }: PaymentChoiceProps) {
  const t = useText();
  const hint = t(orderType === 'takeaway' ? 'order.codTakeaway' : 'order.codDelivery');
  const cash = { value: 'cod', label: t('order.cod'), hint } as const;
  const online = { value: 'online', label: t('order.online'), hint: t('order.onlineHint') } as const;
  return (
    <Card as="section">
      <ChoiceList
        label={t('order.payment')}
        choices={offersOnline ? [cash, online] : [cash]}
        chosen={payment}
        onChoose={onChoose}
      />
    </Card>
  );
}

type PlaceOrderBarProps = {
  isBusy: boolean;
  isBlocked: boolean;
  /** The order is placed by its payment, on the next screen. */
  isPaidNext?: boolean;
  problem: string | undefined;
  onPlace: () => void;
};

/** The total and Place Order, with an error above. */
export function PlaceOrderBar(props: PlaceOrderBarProps) {
  const { isBusy, isBlocked, isPaidNext = false, problem, onPlace } = props;
  const t = useText();
  const { totalPaise, lineCount } = useCart();
  const isOnline = useOnline();
  const surplus = Math.max(0, lineCount - MAX_LINES);
  const notice = surplus > 0 ? t('order.tooMany', { max: MAX_LINES, count: surplus }) : problem;
  return (
    <div className={styles.bar}>
      {isOnline ? null : <Notice>{t('order.offline')}</Notice>}
      {isOnline && notice ? <Notice tone="error">{notice}</Notice> : null}
      <Row justify="between">
        <p className={styles.sum}>
          <span>{t('cart.total')}</span>
          <strong>{formatPaise(totalPaise)}</strong>
        </p>
        <Button disabled={isBusy || isBlocked || !isOnline || surplus > 0} onClick={onPlace}>
          {t(isBusy ? 'order.placing' : isPaidNext ? 'order.toPayment' : 'order.place')}
        </Button>
      </Row>
    </div>
  );
}
