import { shopName } from '@haat/contract/shops/shop';
import { shopLink } from '@haat/contract/shops/shop-code';
import { QRCodeSVG } from 'qrcode.react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useAllShops } from '../../lib/all-shops.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { Row } from '../../ui/Card.tsx';
import looks from '../../ui/looks.module.css';
import print from '../../ui/print.module.css';
import { showToast } from '../../ui/toasts.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MoreShops } from './landing/MoreShops.tsx';
import styles from './QrCodesScreen.module.css';

/** A card with a QR code for each shop of the installation, to be shown, shared or printed. */
export function QrCodesScreen() {
  const t = useText();
  const { shops = [], next, isPending, isLoadingError, isSuccess, refetch } = useAllShops();
  return (
    <Page title={t('qrCodes.title')}>
      <div className={`${styles.top} ${print.notPrinted}`}>
        <p className={styles.lead}>{t('qrCodes.lead')}</p>
        <Button look="secondary" onClick={() => window.print()}>
          {t('qrCodes.print')}
        </Button>
      </div>
      {isLoadingError ? <LoadFailure text={t('landing.loadFailed')} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton height="60dvh" radius="var(--radius-card)" /> : null}
      {isSuccess && shops.length === 0 ? <EmptyState text={t('noShops.text')} /> : null}
      <ul className={`${styles.codes} ${print.page}`}>
        {shops.map((shop) => (
          <li key={shop.slug} className={styles.place}>
            <ShopQrCard shop={shop} />
          </li>
        ))}
      </ul>
      {next ? <MoreShops key={next.after} next={next} isComplete /> : null}
    </Page>
  );
}

/** In px. */
const QR_SIZE = 180;

type Props = { shop: { slug: string; name: string | null } };

/** A shop's name, the QR code of its public link, the brand label, and the code to type without a camera. */
function ShopQrCard({ shop }: Props) {
  const t = useText();
  const name = shopName(shop);
  const link = shopLink(publicAddress(), shop.slug);
  return (
    <article className={styles.card} aria-label={name}>
      <h2 className={styles.name}>
        <Link to={`/${shop.slug}/products`}>{name}</Link>
      </h2>
      {/* The quiet zone of four modules is part of the code: a dark page would cover the corners. */}
      <QRCodeSVG
        className={styles.code}
        value={link}
        size={QR_SIZE}
        marginSize={4}
        title={t('qrCodes.code', { name })}
      />
      <p className={styles.brand}>{t('qrCodes.brand')}</p>
      <p className={looks.note}>{shop.slug}</p>
      <Row gap={0} justify="middle" align="stretch" className={`${styles.actions} ${print.notPrinted}`}>
        <Button look="quiet" aria-label={t('qrCodes.copyOf', { name })} onClick={() => void copyLink(link)}>
          {t('qrCodes.copy')}
        </Button>
        {mayShare() ? (
          <Button look="quiet" aria-label={t('qrCodes.shareOf', { name })} onClick={() => void shareLink(name, link)}>
            {t('qrCodes.share')}
          </Button>
        ) : null}
      </Row>
    </article>
  );
}

/** Whether the browser supports sharing. */
function mayShare(): boolean {
  return 'share' in navigator;
}

/** Opens the share sheet; closing it is not an error. */
async function shareLink(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {});
}

/** Copies the link and shows a toast; only secure pages may copy. */
async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: 'success', key: 'qrCodes.copied' });
  } catch {
    showToast({ tone: 'error', key: 'qrCodes.copyFailed' });
  }
}
