import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { keptOf } from '@haat/contract/catalog/stock-unit';
import { formatRupees } from '@haat/contract/rupees';
import type { ReactNode } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { EditStates } from './edit-states.ts';
import { NumberBox } from './NumberBox.tsx';
import type { ProductActions } from './product-actions.ts';
import { type EditedNumber, useEditNumber } from './use-edit-number.ts';
import styles from './ProductTable.module.css';
import { Button } from '../../../ui/Button.tsx';

type Variant = ShopProduct['variants'][number];

type Props = {
  productName: string;
  variant: Variant;
  actions: ProductActions;
  states: EditStates;
  /** The cells of the product. */
  before: ReactNode;
  after: ReactNode;
};

/** One variant: price and stock are edited in place; below it, at full width, why one of them is not saved. */
export function VariantRow({ productName, variant, actions, states, before, after }: Props) {
  const t = useText();
  const nameOf = useName();
  const { id, size, color, unit, mrp, barcode } = variant;
  const form = [size, color, unit].flatMap((option) => (option ? nameOf(option.name) : [])).join(', ');
  const name = form ? `${productName}, ${form}` : productName;
  const price = useEditNumber({
    kind: 'rupees',
    value: variant.price,
    save: (request) => actions.saveNumber({ variantId: id, of: 'price', name }, request),
    states,
  });
  const stock = useEditNumber({
    kind: 'pieces',
    kept: variant.stock_unit === 'piece' ? undefined : keptOf(variant),
    value: variant.stock_amount,
    save: (request) => actions.saveNumber({ variantId: id, of: 'stock', name, unit: variant.stock_unit }, request),
    states,
  });
  const hasNotice = [price, stock].some(({ problem, question }) => problem ?? question);
  return (
    <>
      <tr className={styles.row}>
        {before}
        <td className={styles.unit}>
          <span>{form}</span>
          <StockChip variant={variant} />
          <span className={styles.narrow}>
            {mrp === null ? null : (
              <span className={styles.printed}>{t('productList.mrpIs', { price: formatRupees(mrp) })}</span>
            )}
            {barcode === null ? null : <span>{barcode}</span>}
          </span>
        </td>
        <td className={styles.number}>
          <NumberBox edited={price} field="price" label={t('productList.priceOf', { name })} />
        </td>
        <td className={styles.mrp}>{mrp === null ? '' : formatRupees(mrp)}</td>
        <td className={styles.number}>
          <NumberBox edited={stock} field="stock" label={t('productList.stockOf', { name })} />
        </td>
        <td className={styles.barcode}>{barcode}</td>
        {after}
      </tr>
      {hasNotice ? (
        <tr className={styles.notices}>
          <td colSpan={10}>
            <EditNotice edited={price} />
            <EditNotice edited={stock} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function StockChip({ variant: { stock, stock_amount: amount, low_at: lowAt } }: Pick<Props, 'variant'>) {
  const t = useText();
  if (amount > lowAt) return null;
  return (
    <span className={stock === 0 ? styles.out : styles.low}>
      {t(stock === 0 ? 'productList.soldOut' : 'productList.low')}
    </span>
  );
}

type NoticeProps = { edited: EditedNumber };

/** Below the row of a number: why it is not saved, or the question whether an unusual price is meant. */
function EditNotice({ edited: { id, problem, question, send } }: NoticeProps) {
  const t = useText();
  if (question) {
    const { kind, from, to } = question;
    const values = { price: formatRupees(to), before: formatRupees(from) };
    return (
      <div className={styles.notice}>
        <p id={id} className={styles.problem} role="alert">
          {t(kind === 'free' ? 'priceQuestion.free' : 'priceQuestion.unusual', values)}
        </p>
        <Button onClick={() => send({ type: 'confirmed' })}>
          {t(kind === 'free' ? 'priceQuestion.yesFree' : 'priceQuestion.yes', values)}
        </Button>
        <Button look="secondary" onClick={() => send({ type: 'discarded' })}>
          {t('priceQuestion.no', values)}
        </Button>
      </div>
    );
  }
  if (!problem) return null;
  return (
    <div className={styles.notice}>
      <p id={id} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}
