import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { DevicePush, usePush } from './DevicePush.tsx';
import styles from './Push.module.css';

const DECLINED = 'pushOfferDeclined';

/** Offers status messages after an order. A user who declines is not asked again. */
export function OrderPushOffer() {
  const t = useText();
  const { status, hasAsked } = usePush();
  const [isDeclined, setDeclined] = useState(() => readStored(DECLINED) !== undefined);
  const isOpen = status === 'askable' || status === 'notInstalled';
  if (!hasAsked && (!isOpen || isDeclined)) return null;
  const decline = () => {
    writeStored(DECLINED, new Date().toISOString());
    setDeclined(true);
  };
  return (
    <Card as="section" className={styles.offer} aria-label={t('push.title')}>
      {isOpen || status === 'busy' ? <p>{t('push.orderLead')}</p> : null}
      <Row>
        <DevicePush offer="push.offerOrder" on="push.onOrder" showsReason={status === 'notInstalled'} />
        {isOpen && !hasAsked ? (
          <Button look="quiet" onClick={decline}>
            {t('push.notNow')}
          </Button>
        ) : null}
      </Row>
    </Card>
  );
}

type Props = {
  /** Shown instead where push messages are unavailable. */
  otherwise: ReactNode;
};

/** Offers push messages of new orders to the members of a shop. */
export function ShopPushOffer({ otherwise }: Props) {
  const { status } = usePush();
  if (status === 'unknown' || status === 'unsupported') return otherwise;
  return <DevicePush offer="push.offerShop" on="push.onShop" showsReason={status !== 'saved'} />;
}
