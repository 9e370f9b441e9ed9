import type { CartChange } from '@haat/contract/rules/cart-changes';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useEffect, useRef } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Checkout.module.css';

const TEXTS: Record<CartChange['kind'], TextId> = {
  gone: 'order.changedGone',
  soldOut: 'order.changedSoldOut',
  fewer: 'order.changedFewer',
  dearer: 'order.changedDearer',
  cheaper: 'order.changedCheaper',
};

type Props = {
  changes: readonly CartChange[];
  /** Rises with every Place Order that these changes stopped: the customer is led here. */
  refusals: number;
  onTake: () => void;
};

/** Which prices and which stock are not what was shown, line by line. Nothing changes until the customer agrees. */
export function CartChanges({ changes, refusals, onTake }: Props) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);

  return (
    <div ref={box} tabIndex={-1} className={styles.notice}>
      <Notice tone="error">
        <p>
          <strong>{t('order.changedTitle')}</strong>
        </p>
        <ul className={styles.changes}>
          {changes.map(({ kind, line, price, stock }) => (
            <li key={`${line.id} ${kind}`}>
              {t(TEXTS[kind], {
                name: line.name,
                stock,
                price: formatRupees(price),
                before: formatRupees(line.price),
              })}
            </li>
          ))}
        </ul>
        <Button onClick={onTake}>{t('order.takeChanges')}</Button>
      </Notice>
    </div>
  );
}
