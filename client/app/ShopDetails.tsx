import '../i18n/catalog-texts.ts';
import { shopName } from '@haat/contract/rules/shop';
import type { ShopView } from '@haat/contract/api/shops';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { OpenBadge } from './Header.tsx';
import styles from './ShopDetails.module.css';

type Props = { shop: ShopView; onClose: () => void };

/** Hours, address and phone of a shop. */
export function ShopDetails({ shop, onClose }: Props) {
  const t = useText();
  const name = shopName(shop);
  const { address, phone } = shop;
  return (
    <Dialog label={t('shop.details', { name })} onClose={onClose}>
      <h2>{name}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('shop.hours')}</dt>
          <dd className={styles.hours}>
            <OpenBadge hours={shop} />
          </dd>
        </div>
        {address ? (
          <div>
            <dt>{t('shop.address')}</dt>
            <dd>{address}</dd>
          </div>
        ) : null}
        {phone ? (
          <div>
            <dt>{t('shop.phone')}</dt>
            <dd>
              <a className={styles.phone} href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
                {phone}
              </a>
            </dd>
          </div>
        ) : null}
      </dl>
      <p className={styles.powered}>{t('header.poweredBy')}</p>
      <Button wide onClick={onClose} data-autofocus>
        {t('common.close')}
      </Button>
    </Dialog>
  );
}
