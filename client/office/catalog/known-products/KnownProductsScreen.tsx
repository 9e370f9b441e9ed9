import { MOST_KNOWN_PRODUCTS } from '@haat/contract/catalog/catalog.calls';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { CameraScanner } from '../../../shared/scanner/CameraScanner.tsx';
import { useHandScanner } from '../../../shared/scanner/keyboard-wedge.ts';
import { type GuardedShop, useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { ChosenList } from './ChosenList.tsx';
import { KnownProductList } from './KnownProductList.tsx';
import backOffice from '../../../ui/BackOffice.module.css';
import styles from './KnownProducts.module.css';
import { type ChosenProducts, useChosenProducts } from './use-chosen-products.ts';

/** Adds many products of the shared catalog in one go, found by search or by scan. */
export function KnownProductsScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('knownProducts.title')} narrow>
      <KnownProducts key={shop.shopId} shop={shop} />
    </Page>
  );
}

function KnownProducts({ shop: { shopId, slug } }: { shop: GuardedShop }) {
  const t = useText();
  const chosen = useChosenProducts(shopId);
  const isOnline = useOnline();
  const [isScanning, setScanning] = useState(false);
  useHandScanner((code) => void chosen.scan(code));
  const { rows, isRestored, clear, add, isAdding, isFull, refusal } = chosen;
  return (
    <Stack gap={4}>
      <p className={styles.hint}>{t('knownProducts.hint')}</p>
      {isOnline ? null : <Notice>{t('knownProducts.offline')}</Notice>}
      {isRestored && rows.length > 0 ? (
        <Notice>
          <Row justify="between">
            <span>{t('productForm.restored')}</span>
            <Button look="quiet" onClick={clear}>
              {t('productForm.startOver')}
            </Button>
          </Row>
        </Notice>
      ) : null}
      <Row>
        <Button look="secondary" disabled={!isOnline} onClick={() => setScanning(true)}>
          {t('knownProducts.scan')}
        </Button>
      </Row>
      {isScanning ? null : <ScanNotice chosen={chosen} slug={slug} />}
      <KnownProductList shopId={shopId} chosen={chosen} />
      {isFull ? <Notice>{t('knownProducts.full', { count: MOST_KNOWN_PRODUCTS })}</Notice> : null}
      <ChosenList chosen={chosen} />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {rows.length > 0 ? (
        <div className={backOffice.foot}>
          <Button disabled={isAdding || !isOnline} onClick={add}>
            {t('knownProducts.add', { count: rows.length })}
          </Button>
        </div>
      ) : null}
      <UnsavedGuard isDirty={rows.length > 0 && !isScanning} onLeave={clear} />
      {isScanning ? (
        <Dialog label={t('knownProducts.scan')} shape="sheet" onClose={() => setScanning(false)}>
          <Stack>
            <h2>{t('knownProducts.scan')}</h2>
            <CameraScanner formats={PRODUCT_CODES} onRead={({ text }) => void chosen.scan(text)}>
              <ScanNotice chosen={chosen} slug={slug} />
            </CameraScanner>
            <Button onClick={() => setScanning(false)}>
              {t('knownProducts.doneScanning', { count: rows.length })}
            </Button>
          </Stack>
        </Dialog>
      ) : null}
    </Stack>
  );
}

/** What the last scanned barcode is. */
function ScanNotice({ chosen: { lastScan }, slug }: { chosen: ChosenProducts; slug: string }) {
  const t = useText();
  if (!lastScan) return null;
  const { code, name = '', isKnown, isThere } = lastScan;
  if (isKnown) return <Notice tone="success">{t('knownProducts.scanned', { name })}</Notice>;
  if (isThere) return <Notice>{t('knownProducts.scannedThere', { name })}</Notice>;
  return (
    <Notice tone="error">
      <p>{t('knownProducts.unknown', { code })}</p>
      <Link to={`/${slug}/admin/add-product?barcode=${code}`}>{t('productList.addIt')}</Link>
    </Notice>
  );
}
