import type { ShopView } from '@haat/contract/api/shops.schema';
import { useText } from '../i18n/use-text.ts';
import styles from './ShopContact.module.css';

type Props = { shop: ShopView | undefined; isMainShop: boolean };

/** Address and phone of a shop; the platform's own shop has an email address instead of a phone. Spec section 1. */
export function ShopContact({ shop, isMainShop }: Props) {
  const t = useText();
  const { address, phone, email } = shop ?? {};
  return (
    <p className={isMainShop ? `${styles.contact} ${styles.platform}` : styles.contact}>
      {address ? <span className={styles.address}>{address}</span> : null}
      {isMainShop && email ? (
        <a href={`mailto:${email}`} aria-label={t('header.mail', { email })}>
          {email}
        </a>
      ) : null}
      {!isMainShop && phone ? (
        <a href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
          {phone}
        </a>
      ) : null}
    </p>
  );
}
