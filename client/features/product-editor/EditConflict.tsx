import type { CategoryView } from '@haat/contract/api/categories.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import form from './ProductForm.module.css';
import styles from './EditConflict.module.css';
import { entriesOf } from './product-entries.ts';
import { toldChanges, type ToldChange } from './told-changes.ts';

type Props = {
  begun: ShopProduct;
  theirs: ShopProduct;
  categories: readonly CategoryView[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
};

/** Somebody else has changed the product meanwhile: what, and which of both shall stand. Nothing is overwritten unseen. */
export function EditConflict({ begun, theirs, categories, onTakeTheirs, onKeepMine, onClose }: Props) {
  const t = useText();
  const nameOf = useName();
  const seen = (product: ShopProduct) => ({ product, entries: entriesOf(product, categories) });
  const changes = toldChanges(seen(begun), seen(theirs), nameOf);
  return (
    <Dialog shape="sheet" label={t('productForm.conflict')} onClose={onClose}>
      <div className={styles.conflict}>
        <h2>{t('productForm.conflict')}</h2>
        <p>{t(changes.length > 0 ? 'productForm.conflictLead' : 'productForm.conflictElsewhere')}</p>
        {changes.length > 0 ? (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={`${change.of} ${change.label}`}>
                <Change {...change} />
              </li>
            ))}
          </ul>
        ) : null}
        <p className={form.quiet}>{t('productForm.keepMineHint')}</p>
        <div className={`${form.actions} ${styles.actions}`}>
          <Button look="secondary" onClick={onTakeTheirs}>
            {t('productForm.takeTheirs')}
          </Button>
          <Button onClick={onKeepMine}>{t('productForm.keepMine')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Change({ label, of, from, to }: ToldChange) {
  const t = useText();
  return (
    <>
      <strong>{of === '' ? t(label) : t('productForm.changeOf', { label: t(label), of })}</strong>
      {from === to ? null : (
        <span className={styles.values}>
          <s aria-hidden="true">{from || '–'}</s>
          <span className="visually-hidden">{t('productForm.was', { from: from || '–' })}</span>{' '}
          <span>{to || '–'}</span>
        </span>
      )}
    </>
  );
}
