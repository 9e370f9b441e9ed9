import { MAX_LINES } from '@haat/contract/orders/cart';
import type { OrderType } from '@haat/contract/orders/order-terms';
import { formatPaise, toPaise } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useOnline } from '../../lib/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCatalogLines } from '../../shared/cart/cart-lines.ts';
import { useCart } from '../../shared/cart/use-cart.ts';
import looks from '../../ui/looks.module.css';
import styles from './Checkout.module.css';

type BillProps = { slug: string; orderType: OrderType };

/** The parts of the total below, and the saving against the maximum retail prices. */
export function Bill({ slug, orderType }: BillProps) {
  const t = useText();
  const { totalPaise } = useCart();
  const savedPaise = useSaving(slug);
  return (
    <Card as="section" gap={2} aria-labelledby="order-bill">
      <h2 id="order-bill" className={looks.large}>
        {t('order.bill')}
      </h2>
      <BillRow label={t('order.itemsTotal')} amount={formatPaise(totalPaise)} />
      {orderType === 'delivery' ? <BillRow label={t('order.delivery')} amount={t('order.free')} /> : null}
      {savedPaise > 0 ? <p className={looks.good}>{t('order.saving', { amount: formatPaise(savedPaise) })}</p> : null}
    </Card>
  );
}

function BillRow({ label, amount }: { label: string; amount: string }) {
  return (
    <Row as="p" justify="between" className={looks.numbers}>
      <span>{label}</span>
      <span>{amount}</span>
    </Row>
  );
}

/** How much less than the maximum retail prices the cart costs, in paise; 0 while the catalog is not loaded. */
function useSaving(slug: string): number {
  const { cart } = useCart();
  const catalog = useCatalogLines(slug);
  return Object.values(cart).reduce((sum, { id, price, quantity }) => {
    const mrp = catalog?.get(id)?.mrp ?? price;
    return sum + Math.max(0, toPaise(mrp) - toPaise(price)) * quantity;
  }, 0);
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
