import { KNOWN_SHOPS } from '@haat/contract/rules/known-shops';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import styles from './QrCodesScreen.module.css';
import { ShopQrCard } from './ShopQrCard.tsx';

/** A card with a QR code for each of the twelve known shops, to be shown, shared or printed. Spec sections 2 and 9. */
export function QrCodesScreen() {
  const t = useText();
  return (
    <Page title={t('qrCodes.title')}>
      <div className={styles.top}>
        <p className={styles.lead}>{t('qrCodes.lead')}</p>
        <Button look="secondary" onClick={() => window.print()}>
          {t('qrCodes.print')}
        </Button>
      </div>
      <ul className={styles.codes}>
        {KNOWN_SHOPS.map((shop) => (
          <li key={shop.slug} className={styles.place}>
            <ShopQrCard shop={shop} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
