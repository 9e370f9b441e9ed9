import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { DevicePush } from './DevicePush.tsx';
import styles from './OrderPushOffer.module.css';
import { usePush } from './use-push.ts';

const DECLINED = 'pushOfferDeclined';

/** After ordering, where it is clear what for: to be told when the order moves. Who does not want it is not asked again. */
export function OrderPushOffer() {
  const t = useText();
  const { standing, hasAsked } = usePush();
  const [isDeclined, setDeclined] = useState(() => readStored(DECLINED) !== undefined);
  const isOpen = standing === 'askable' || standing === 'notInstalled';
  if (!hasAsked && (!isOpen || isDeclined)) return null;
  const decline = () => {
    writeStored(DECLINED, new Date().toISOString());
    setDeclined(true);
  };
  return (
    <section className={styles.offer} aria-label={t('push.title')}>
      {isOpen || standing === 'busy' ? <p>{t('push.orderLead')}</p> : null}
      <div className={styles.actions}>
        <DevicePush offer="push.offerOrder" on="push.onOrder" saysWhy={standing === 'notInstalled'} />
        {isOpen && !hasAsked ? (
          <Button look="quiet" onClick={decline}>
            {t('push.notNow')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
