import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PRODUCT_CODES } from '../scanner/scan-formats.ts';
import { PanelButton } from './PanelButton.tsx';
import { useChoiceField, useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

// Many products have no bars, and many shops a hand scanner.
const Camera = lazyScreen(() => import('../scanner/CameraScanner.tsx'), 'CameraScanner');

type Props = { at: number };

/** The number under the bars: typed, read by a camera, or by a hand scanner. Spec section 2, Add Product. */
export function BarcodeField({ at }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { barcodes } = useProductForm();
  const field = useChoiceField(at);
  const read = (code: string) => {
    setOpen(false);
    void barcodes.take(code, at);
  };
  return (
    <div className={styles.with}>
      <Field
        label={t('productForm.barcode')}
        hint={at === 0 ? t('productForm.barcodeHint') : undefined}
        inputMode="numeric"
        maxLength={14}
        data-choice={at}
        {...field('barcode')}
        onBlur={({ target }) => void barcodes.look(target.value, at)}
      />
      <BarcodeFinding at={at} />
      <PanelButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {t('productForm.scanBarcode')}
      </PanelButton>
      {isOpen ? (
        <div className={styles.camera}>
          <Suspense fallback={<Skeleton height="320px" radius="var(--radius-card)" />}>
            <Camera formats={PRODUCT_CODES} onRead={({ text }) => read(text)} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}

/** What is known of the barcode: the product that has it can be edited instead. */
function BarcodeFinding({ at }: Props) {
  const t = useText();
  const { barcodes, shopSlug } = useProductForm();
  const { finding } = barcodes;
  if (finding?.at !== at) return null;
  if (finding.isUnusable) return <Notice tone="error">{t('productForm.barcodeWrong')}</Notice>;
  if (!finding.owner) return null;
  const { id, name } = finding.owner;
  return (
    <Notice>
      <p className={styles.long}>{t('productForm.barcodeOwned', { name })}</p>
      <Link className={styles.long} to={`/${shopSlug}/admin/edit-product/${id}`}>
        {t('productForm.editOwner', { name })}
      </Link>
    </Notice>
  );
}
