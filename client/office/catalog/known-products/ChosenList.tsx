import { useLingui } from '@lingui/react';
import { useEffect, useId, useRef } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { type ChosenRow, PROBLEM_TEXTS } from './chosen-products.ts';
import { ProductWords } from './KnownProductList.tsx';
import styles from './KnownProducts.module.css';
import type { ChosenProducts } from './use-chosen-products.ts';

/** The chosen products, each with its price and stock, and why it could not be added. */
export function ChosenList({ chosen }: { chosen: ChosenProducts }) {
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
