import { MOST_KNOWN_PRODUCTS } from '@haat/contract/catalog/catalog.calls';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLingui } from '@lingui/react';
import { useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { CameraScanner } from '../../../shared/scanner/CameraScanner.tsx';
import { useHandScanner } from '../../../shared/scanner/keyboard-wedge.ts';
import { type GuardedShop, useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { KnownProductList, ProductWords } from './KnownProductList.tsx';
import backOffice from '../../../ui/BackOffice.module.css';
import styles from './KnownProducts.module.css';
import { type ChosenProducts, useChosenProducts } from './use-chosen-products.ts';
import { Field } from '../../../ui/Field.tsx';
import { type ChosenRow, PROBLEM_TEXTS } from './chosen-products.ts';

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

function KnownProducts({ shop }: { shop: GuardedShop }) {
  const { shopId, slug } = shop;
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
      <KnownProductList shop={shop} chosen={chosen} />
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

/** The chosen products, each with its price and stock, and why it could not be added. */
function ChosenList({ chosen }: { chosen: ChosenProducts }) {
  const t = useText();
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { refusals } = chosen;
  useEffect(() => {
    if (refusals > 0) list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  if (chosen.rows.length === 0) return null;
  return (
    <Card as="section" gap={3} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('knownProducts.chosen', { count: chosen.rows.length })}</h2>
      <ul ref={list} className={styles.chosen}>
        {chosen.rows.map((row) => (
          <li key={row.key}>
            <Chosen row={row} chosen={chosen} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Chosen({ row, chosen }: { row: ChosenRow; chosen: ChosenProducts }) {
  const t = useText();
  const { i18n } = useLingui();
  const { key, product, price, stock, problem } = row;
  const name = `${(i18n.locale === 'hi' && product.name_hi) || product.name}${product.unit ? `, ${product.unit}` : ''}`;
  const isOfStock = problem === 'stock_wrong';
  const text = problem && t(PROBLEM_TEXTS[problem]);
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <span className={styles.product}>
        <ProductWords product={product} />
      </span>
      <div className={styles.numbers}>
        <Field
          label={t('productList.price')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={price}
          problem={isOfStock ? undefined : text}
          onChange={({ target }) => chosen.edit(key, { price: target.value })}
        />
        <Field
          label={t('productList.stock')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={stock}
          problem={isOfStock ? text : undefined}
          onChange={({ target }) => chosen.edit(key, { stock: target.value })}
        />
        <Button look="quiet" onClick={() => chosen.remove(key)}>
          {t('knownProducts.remove')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </div>
  );
}
