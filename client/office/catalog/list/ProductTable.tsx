import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { useText } from '../../../i18n/use-text.ts';
import type { EditStates } from './edit-states.ts';
import { ProductRows } from './ProductRows.tsx';
import type { ProductActions } from './product-actions.ts';
import type { Selection } from './use-selection.ts';
import styles from './ProductTable.module.css';

type Props = {
  products: readonly ShopProduct[];
  shopSlug: string;
  isStale: boolean;
  actions: ProductActions;
  states: EditStates;
  selection: Selection;
};

/** Products with their variants as rows; compact lines on a phone. */
export function ProductTable({ products, shopSlug, isStale, actions, states, selection }: Props) {
  const t = useText();
  return (
    <table className={styles.table} aria-label={t('productList.title')} aria-busy={isStale}>
      <thead className={styles.head}>
        <tr>
          <th scope="col" className={styles.check}>
            <input
              type="checkbox"
              aria-label={t('productList.selectAll')}
              checked={products.every(({ id }) => selection.ids.has(id))}
              onChange={({ target }) => selection.selectLoaded(target.checked)}
            />
          </th>
          <th scope="col">{t('productList.product')}</th>
          <th scope="col">{t('productForm.unit')}</th>
          <th scope="col">{t('productList.price')}</th>
          <th scope="col" className={styles.mrp}>
            {t('productForm.mrp')}
          </th>
          <th scope="col">{t('productList.stock')}</th>
          <th scope="col" className={styles.wide}>
            {t('productForm.barcode')}
          </th>
          <th scope="col">{t('productList.onSale')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('productList.actions')}</span>
          </th>
        </tr>
      </thead>
      {products.map((product) => (
        <ProductRows
          key={product.id}
          product={product}
          shopSlug={shopSlug}
          actions={actions}
          states={states}
          isSelected={selection.ids.has(product.id)}
          onSelect={selection.select}
        />
      ))}
    </table>
  );
}
