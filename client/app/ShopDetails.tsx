import '../i18n/catalog-texts.ts';
import { dialled, shopName } from '@haat/contract/shops/shop';
import type { ShopView } from '@haat/contract/shops/shops.calls';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { publicAddress } from '../lib/public-address.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { shareOrCopy } from '../ui/share-or-copy.ts';
import { OpenBadge } from './OpenBadge.tsx';
import styles from './ShopDetails.module.css';

type Props = { shop: ShopView; onClose: () => void };

/** Hours, address and phone of a shop, or the email address of the platform, and a button that shares its address on the web. */
export function ShopDetails({ shop, onClose }: Props) {
  const t = useText();
  const name = shopName(shop);
  const { slug, address, phone, email } = shop;
  const isPlatform = slug === MAIN_SHOP_SLUG;
  const share = () => {
    const url = `${publicAddress()}#/${slug}/${isPlatform ? 'dashboard' : 'products'}`;
    return shareOrCopy({ title: name, text: name, url }, url);
  };
  return (
    <Dialog label={t('shop.details', { name })} onClose={onClose}>
      <h2>{name}</h2>
      <dl className={styles.facts}>
        {isPlatform ? null : (
          <div>
            <dt>{t('shop.hours')}</dt>
            <dd className={styles.hours}>
              <OpenBadge hours={shop} />
            </dd>
          </div>
        )}
        {isPlatform && email ? (
          <div>
            <dt>{t('shop.email')}</dt>
            <dd>
              <a className={styles.phone} href={`mailto:${email}`} aria-label={t('header.mail', { email })}>
                {email}
              </a>
            </dd>
          </div>
        ) : null}
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
              <a className={styles.phone} href={`tel:${dialled(phone)}`} aria-label={t('header.call', { phone })}>
                {phone}
              </a>
            </dd>
          </div>
        ) : null}
      </dl>
      {isPlatform ? null : <p className={styles.powered}>{t('header.poweredBy')}</p>}
      <Button wide look="secondary" onClick={() => void share()}>
        {t('shop.share')}
      </Button>
      <Button wide onClick={onClose} data-autofocus>
        {t('common.close')}
      </Button>
    </Dialog>
  );
}
