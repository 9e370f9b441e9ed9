import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { memo, type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Switch } from '../../../ui/Switch.tsx';
import looks from '../../../ui/looks.module.css';
import type { EditStates } from './edit-states.ts';
import { ProductThumb } from './ProductThumb.tsx';
import type { ProductActions } from './product-actions.ts';
import type { Selection } from './use-selection.ts';
import { VariantRow } from './VariantRow.tsx';
import styles from './ProductTable.module.css';

type Props = {
  product: ShopProduct;
  shopSlug: string;
  actions: ProductActions;
  states: EditStates;
  isSelected: boolean;
  onSelect: Selection['select'];
};

/** A product: its first row with name and visibility, and a row for each further variant. */
export const ProductRows = memo(function ProductRows(props: Props) {
  const { product, shopSlug, actions, states, isSelected, onSelect } = props;
  const title = useId();
  const [first, ...more] = product.variants;
  const shared = { productName: product.name, actions, states };
  const look = [styles.product, product.published ? '' : styles.hidden, isSelected ? styles.selected : ''];
  return (
    <tbody className={look.filter(Boolean).join(' ')} aria-labelledby={title}>
      {first ? (
        <VariantRow
          {...shared}
          key={keyOf(first)}
          variant={first}
          before={
            <>
              <SelectCell product={product} isSelected={isSelected} onSelect={onSelect} />
              <ProductCell product={product} shopSlug={shopSlug} titleId={title} />
            </>
          }
          after={<ProductActionCells product={product} titleId={title} actions={actions} />}
        />
      ) : null}
      {more.map((variant) => (
        <VariantRow
          key={keyOf(variant)}
          {...shared}
          variant={variant}
          before={<Empty columns={2} />}
          after={<Empty columns={2} />}
        />
      ))}
    </tbody>
  );
});

/** Another unit of the stock begins anew. */
const keyOf = ({ id, stock_unit: unit }: ShopProduct['variants'][number]) => `${id} ${unit}`;

/** Below the cells of the product. */
function Empty({ columns }: { columns: number }): ReactNode {
  return (
    <td className={styles.empty} colSpan={columns}>
      {'\u00a0'}
    </td>
  );
}

type SelectCellProps = Pick<Props, 'product' | 'isSelected' | 'onSelect'>;

function SelectCell({ product: { id, name }, isSelected, onSelect }: SelectCellProps) {
  const t = useText();
  return (
    <td className={styles.check}>
      <input
        type="checkbox"
        aria-label={t('productList.select', { name })}
        checked={isSelected}
        onChange={({ target, nativeEvent }) =>
          onSelect(id, { isOn: target.checked, isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
      />
    </td>
  );
}

type ProductCellProps = { product: ShopProduct; shopSlug: string; titleId: string };

function ProductCell({
  product: { id, name, image, category_name: category, published },
  shopSlug,
  titleId,
}: ProductCellProps) {
  const t = useText();
  const nameOf = useName();
  const { pathname, search } = useLocation();
  return (
    <th scope="rowgroup" className={styles.name}>
      <span className={styles.lead}>
        <ProductThumb key={image} name={name} image={image} />
        <span className={styles.about}>
          <Link
            id={titleId}
            className={styles.link}
            to={`/${shopSlug}/admin/edit-product/${id}`}
            state={{ from: pathname + search }}
            title={t('productList.editOf', { name })}
          >
            {name}
          </Link>
          <span className={styles.category}>
            {published ? null : <span className={styles.chip}>{t('productList.status.hidden')}</span>}{' '}
            {nameOf(category)}
          </span>
        </span>
      </span>
    </th>
  );
}

type ActionCellProps = { product: ShopProduct; titleId: string; actions: ProductActions };

function ProductActionCells({ product, titleId, actions }: ActionCellProps) {
  const t = useText();
  const { name, published } = product;
  return (
    <>
      <td className={styles.sale}>
        <Switch
          label={t('productList.onSale')}
          aria-describedby={titleId}
          checked={published}
          onSwitch={(isOn) => void actions.publish(product, isOn)}
        />
      </td>
      <td className={styles.actions}>
        <button
          type="button"
          className={`${looks.icon} ${styles.icon}`}
          aria-label={t('productList.deleteOf', { name })}
          title={t('productList.delete')}
          onClick={() => void actions.remove(product)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path
              d="M4 7h16M10 3.5h4M6.5 7l1 13h9l1-13M10 11v5M14 11v5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </button>
      </td>
    </>
  );
}
