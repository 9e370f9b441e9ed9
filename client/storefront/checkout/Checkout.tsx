import type { ShopView } from '@haat/contract/shops/shops.calls';
import type { Cart } from '@haat/contract/orders/cart';
import type { CartChange } from '@haat/contract/orders/cart-changes';
import { pickUpProblems } from '@haat/contract/accounts/contact';
import { toDeliveryArea } from '@haat/contract/shops/delivery-area';
import { minimumOrderPaise, type OrderType } from '@haat/contract/orders/order-terms';
import { isPausedAt } from '@haat/contract/shops/pause';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { formatPaiseShort, toPaise } from '@haat/contract/rupees';
import { checkCart, type CheckedCart, type CheckedLine } from '@haat/machines/orders/cart-check.machine';
import { contactOf, noteLeft, offersOnline, orderTypeOf } from '@haat/machines/orders/checkout.machine';
import type { PaymentMethod } from '@haat/machines/orders/place-request';
import { useEffect, useRef, useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { AlertDialog, ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { useProblemText } from '../../ui/use-error-text.ts';
import { AddressLines, deliveryProblem } from '../../shared/addresses/AddressLines.tsx';
import { useAddresses } from '../../shared/addresses/use-addresses.ts';
import { useCart, useCartSend } from '../../shared/cart/use-cart.ts';
import { OrderedAgainNotice } from '../orders/OrderedAgainNotice.tsx';
import { ShopNotice } from '../shop/ShopNotice.tsx';
import { CartChanges, useCartChanges } from './CartChanges.tsx';
import { CartReview } from './CartReview.tsx';
import { IfUnavailableChoice, NoteField, PickUpFields } from './CheckoutFields.tsx';
import { Bill, PlaceOrderBar } from './OrderBill.tsx';
import { rememberChoice } from '../../shared/orders/remembered-choice.ts';
import { UnfinishedPayment } from './UnfinishedPayment.tsx';
import { useCheckout } from './use-checkout.ts';
import styles from './Checkout.module.css';

const AddressDialog = lazyComponent(() => import('../../shared/addresses/AddressDialog.tsx'), 'AddressDialog');

type Props = { slug: string; shop: ShopView | undefined };

const ALERTS = ['order.selectPayment', 'order.addAddress'];
/** Shown at the fields that have to be corrected. */
const AT_FIELDS = ['order.contactMissing', 'order.noteTooLong'];

/** The cart in one column; order type, address or contact, payment, note and bill in the other. */
export function Checkout({ slug, shop }: Props) {
  const problemText = useProblemText();
  const sendToCart = useCartSend();
  const now = useMinute();
  const { cart, totalPaise } = useCart();
  // A minimum that could not be read is left to the server to check: it must not turn a delivery into takeaway.
  const minimumPaise = shop ? minimumOrderPaise(shop.minordervalue) : 0;
  const checkout = useCheckout(slug, { minimumPaise, providers: shop?.payment_providers ?? [] });
  const { state, send, place, repeat } = checkout;
  const { payment, problem, changed } = state.context;
  const orderType = orderTypeOf(state.context);
  const asksAddress = state.matches({ reviewing: 'address' });
  const delivery = useDelivery(shop);

  const changes = useCartChanges(slug, { problem, changed });
  const terms = toCheckedTerms(shop, now, orderType);
  const verdict = checkCart({ ...terms, lines: toCheckedLines(cart, changes), totalPaise, minimumPaise });
  const isTakeawayOnly = verdict.total === 'takeawayOnly';
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
  const isAtFields = problem !== undefined && AT_FIELDS.includes(problem.key);
  const fields = useFocusOfProblem(isAtFields, problem);
  const shownChanges = { changes, isAboveMaximum, refusals: refusals + (changed ? 1 : 0), onTake: takeChanges };
  return (
    <Stack gap={4} className={styles.checkout}>
      <div className={styles.column}>
        <OrderNotices slug={slug} shop={shop} orderType={orderType} />
        {isTakeawayOnly ? <MinimumNotice totalPaise={totalPaise} minimumPaise={minimumPaise} /> : null}
        {hasChanges ? <CartChanges {...shownChanges} /> : null}
        <CartReview slug={slug} />
      </div>
      <div className={styles.column} ref={fields}>
        <Choices
          checkout={checkout}
          deliveryProblem={delivery.problem}
          deliveredFromPaise={isTakeawayOnly ? minimumPaise : undefined}
        />
        <Bill slug={slug} orderType={orderType} />
        <PlaceOrderBar
          isBusy={state.hasTag('busy')}
          // A shop that takes no orders says above when it does. Where a delivery goes has to be known first.
          isBlocked={verdict.shop !== 'accepting' || (orderType === 'delivery' && delivery.isBlocked)}
          isPaidNext={payment === 'online'}
          problem={asksAddress || hasChanges || isAtFields ? undefined : problemText(problem)}
          onPlace={hasChanges ? () => setRefusals(refusals + 1) : place}
        />
      </div>
      {/* One dialog at a time: a missing value is reported once. */}
      {asksAddress && !isAlert ? (
        <AddressDialog
          area={delivery.area}
          onTakeaway={() => send({ type: 'type.chosen', orderType: 'takeaway' })}
          onChosen={(addressId) => send({ type: 'address.chosen', addressId })}
          onClose={() => {
            setRead(problem);
            send({ type: 'address.dismissed' });
          }}
        />
      ) : null}
      {repeat ? <RepeatDialog {...repeat} /> : null}
      {isAlert ? <AlertDialog text={problemText(problem) ?? ''} onClose={() => setRead(problem)} /> : null}
    </Stack>
  );
}

type ChoicesProps = {
  checkout: ReturnType<typeof useCheckout>;
  deliveryProblem: TextId | undefined;
  /** The minimum for delivery where it is not reached. */
  deliveredFromPaise: number | undefined;
};

/** Order type, address or contact, payment, what to do about missing items, and note. */
function Choices({ checkout: { state, send }, deliveryProblem: addressProblem, deliveredFromPaise }: ChoicesProps) {
  const { payment, problem, note, ifUnavailable } = state.context;
  const contact = contactOf(state.context);
  const orderType = orderTypeOf(state.context);
  const choose = (chosen: OrderType) => send({ type: 'type.chosen', orderType: chosen });
  return (
    <>
      <OrderTypeChoice orderType={orderType} deliveredFromPaise={deliveredFromPaise} onChoose={choose} />
      {orderType === 'delivery' ? (
        <AddressChoice
          problem={addressProblem}
          onAsk={() => send({ type: 'address.asked' })}
          onTakeaway={() => choose('takeaway')}
        />
      ) : (
        <PickUpFields
          contact={contact}
          wrong={problem?.key === 'order.contactMissing' ? pickUpProblems(contact) : []}
          onType={(typed) => send({ type: 'contact.typed', typed })}
        />
      )}
      <PaymentChoice
        payment={payment}
        orderType={orderType}
        offersOnline={offersOnline(state.context)}
        onChoose={(chosen) => send({ type: 'payment.chosen', payment: chosen })}
      />
      <IfUnavailableChoice
        chosen={ifUnavailable}
        onChoose={(choice) => {
          rememberChoice(choice);
          send({ type: 'unavailable.chosen', choice });
        }}
      />
      <NoteField
        note={note}
        left={noteLeft(state.context)}
        onType={(text) => send({ type: 'note.typed', note: text })}
      />
    </>
  );
}

/** Where the fields are: the first one that has to be corrected is shown and has the focus. */
function useFocusOfProblem(isAtFields: boolean, problem: unknown) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = isAtFields ? fields.current?.querySelector<HTMLElement>('[aria-invalid=true]') : undefined;
    // With its error text, which may be below it and behind the bar.
    first?.closest('section')?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  }, [isAtFields, problem]);
  return fields;
}

type RepeatDialogProps = { confirm: () => void; dismiss: () => void };

/** Asks whether the order of a moment ago is meant twice. */
function RepeatDialog({ confirm, dismiss }: RepeatDialogProps) {
  const t = useText();
  return (
    <ConfirmDialog text={t('order.justPlaced')} confirm={t('order.placeAgain')} onConfirm={confirm} onClose={dismiss} />
  );
}

function OrderNotices({ slug, shop, orderType }: Props & { orderType: OrderType }) {
  const t = useText();
  const longer = (orderType === 'delivery' && shop?.delivery_minutes) || 0;
  return (
    <>
      {shop ? <ShopNotice shop={shop} fulfilment={orderType} /> : null}
      {shop?.ready_in_minutes && !shop.rush_minutes ? (
        <p className={looks.muted}>{t('shop.readyIn', { minutes: shop.ready_in_minutes + longer })}</p>
      ) : null}
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
function toCheckedTerms(
  shop: ShopView | undefined,
  now: Date,
  fulfilment: OrderType,
): Pick<CheckedCart, 'maximumQuantity' | 'shop'> {
  return {
    maximumQuantity: shop?.max_per_order ?? null,
    shop: {
      isPaused: shop !== undefined && isPausedAt(shop, now, fulfilment),
      isOpen: shop === undefined || isOpenAt(shop, now, fulfilment),
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

type MinimumNoticeProps = { totalPaise: number; minimumPaise: number };

/** Why there is only takeaway, and the amount that is missing. Above the cart, where the bar never covers it. */
function MinimumNotice({ totalPaise, minimumPaise }: MinimumNoticeProps) {
  const t = useText();
  return (
    <Notice>
      <p>{t('order.minimum', { amount: formatPaiseShort(minimumPaise) })}</p>
      <p>{t('cart.missing', { amount: formatPaiseShort(minimumPaise - totalPaise) })}</p>
      <progress className={styles.progress} aria-label={t('order.delivery')} value={totalPaise} max={minimumPaise} />
    </Notice>
  );
}

type OrderTypeChoiceProps = {
  orderType: OrderType;
  /** The minimum for delivery where it is not reached. */
  deliveredFromPaise: number | undefined;
  onChoose: (orderType: OrderType) => void;
};

/** Delivery or takeaway; below the minimum only takeaway. */
function OrderTypeChoice({ orderType, deliveredFromPaise: fromPaise, onChoose }: OrderTypeChoiceProps) {
  const t = useText();
  const hint =
    fromPaise === undefined
      ? t('order.deliveryHint')
      : t('order.deliveryFrom', { amount: formatPaiseShort(fromPaise) });
  const choices = [
    { value: 'delivery', label: t('order.delivery'), hint, disabled: fromPaise !== undefined },
    { value: 'takeaway', label: t('order.takeaway'), hint: t('order.takeawayHint') },
  ] as const;
  return (
    <Card as="section">
      <ChoiceList label={t('order.type')} choices={choices} chosen={orderType} onChoose={onChoose} />
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
        <h2 id="order-address" className={looks.large}>
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
  const isTakeaway = orderType === 'takeaway';
  const cash = {
    value: 'cod',
    label: t(isTakeaway ? 'order.payAtShop' : 'order.cod'),
    hint: t(isTakeaway ? 'order.payAtShopHint' : 'order.codDelivery'),
  } as const;
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
