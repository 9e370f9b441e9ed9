import { shopLink } from '@haat/contract/rules/shop-code';
import { shopName } from '@haat/contract/rules/shop-name';
import { QRCodeSVG } from 'qrcode.react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { Button } from '../../ui/Button.tsx';
import { copyLink, mayShare, shareLink } from './share-link.ts';
import styles from './ShopQrCard.module.css';

/** Spec section 9. */
const QR_SIZE = 180;

type Props = { shop: { slug: string; name?: string } };

/** A shop's name, the QR code of its public link, the brand label, and the code to type where no camera is. */
export function ShopQrCard({ shop }: Props) {
  const t = useText();
  const name = shopName(shop);
  const link = shopLink(publicAddress(), shop.slug);
  return (
    <article className={styles.card} aria-label={name}>
      <h2 className={styles.name}>
        <Link to={`/${shop.slug}/products`}>{name}</Link>
      </h2>
      {/* The light edge of four modules is part of the code: without it a dark page swallows the corners. */}
      <QRCodeSVG
        className={styles.code}
        value={link}
        size={QR_SIZE}
        marginSize={4}
        title={t('qrCodes.code', { name })}
      />
      <p className={styles.brand}>{t('qrCodes.brand')}</p>
      <p className={styles.slug}>{shop.slug}</p>
      <div className={styles.actions}>
        <Button look="quiet" aria-label={t('qrCodes.copyOf', { name })} onClick={() => void copyLink(link)}>
          {t('qrCodes.copy')}
        </Button>
        {mayShare() ? (
          <Button look="quiet" aria-label={t('qrCodes.shareOf', { name })} onClick={() => void shareLink(name, link)}>
            {t('qrCodes.share')}
          </Button>
        ) : null}
      </div>
    </article>
  );
}
