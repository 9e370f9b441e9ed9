import type { OrderView } from '@haat/contract/orders/orders.calls';
import { showsPickupCode } from '@haat/machines/orders/hand-over';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { Card, Row } from '../../ui/Card.tsx';
import { PICKUP_QR_SIZE } from './pickup-qr-size.ts';
import styles from './PickupCode.module.css';

const PickupQr = lazyComponent(() => import('./PickupQr.tsx'), 'PickupQr', QrPlaceholder);

function QrPlaceholder() {
  return <svg width={PICKUP_QR_SIZE} height={PICKUP_QR_SIZE} />;
}

/** The code that the customer shows to get the order, as digits and as a QR code; nothing where the shop does not ask for it. */
export function PickupCode({ order }: { order: OrderView }) {
  const t = useText();
  const titleId = useId();
  const { pickup_code: code, order_status: status, asks_code: asksCode, orderNumber, takeaway } = order;
  // A live change of the status arrives before the order is loaded again.
  if (!code || !showsPickupCode({ status, asksCode })) return null;
  return (
    <Card role="group" aria-labelledby={titleId}>
      <strong id={titleId}>{t('pickupCode.title')}</strong>
      <Row justify="between" gap={4}>
        <p className={styles.digits}>{code}</p>
        <PickupQr orderNumber={orderNumber} code={code} title={t('pickupCode.qr')} />
      </Row>
      <p>{t(takeaway ? 'pickupCode.showAtShop' : 'pickupCode.showAtDoor')}</p>
    </Card>
  );
}
