import { formatRupees } from '@haat/contract/rules/rupees';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { variantName } from './product-form-values.ts';
import styles from './ProductForm.module.css';
import type { UnusualPrice } from './unusual-prices.ts';

type Props = { prices: readonly UnusualPrice[]; onConfirm: () => void; onClose: () => void };

/** Asks whether prices of 0, or ten times off, are meant, before the product is saved. */
export function PriceQuestions({ prices, onConfirm, onClose }: Props) {
  const t = useText();
  const nameOf = useName();
  return (
    <Dialog role="alertdialog" label={t('priceQuestion.title')} onClose={onClose}>
      <Stack gap={4}>
        <h2>{t('priceQuestion.title')}</h2>
        <ul className={styles.changes}>
          {prices.map(({ kind, variant, before, price }) => {
            const values = { price: formatRupees(price), before: formatRupees(before ?? 0) };
            return (
              <li key={variant.key}>
                <span>{variantName(variant, nameOf)}</span>
                <strong>{t(kind === 'free' ? 'priceQuestion.free' : 'priceQuestion.unusual', values)}</strong>
              </li>
            );
          })}
        </ul>
        <Row justify="end" align="stretch" className={styles.actions}>
          <Button look="secondary" onClick={onClose} autoFocus>
            {t('priceQuestion.change')}
          </Button>
          <Button onClick={onConfirm}>{t('priceQuestion.saveAll')}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
