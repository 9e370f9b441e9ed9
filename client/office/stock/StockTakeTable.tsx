import type { StockTakeLine, StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { CountBox } from './CountBox.tsx';
import { DifferenceReason } from './DifferenceReason.tsx';
import { signed } from './signed.ts';
import { useVariantText, VariantName } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = {
  take: StockTakeView;
  lines: readonly StockTakeLine[];
  shop: GuardedShop;
  /** None once it is over. */
  onCount?: (line: StockTakeLine, counted: number) => void;
};

/** The counted and expected stock and their difference, with its reason; cards on a phone. */
export function StockTakeTable({ take, lines, shop, onCount }: Props) {
  const t = useText();
  const textOf = useVariantText();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('productList.product')}</th>
          <th scope="col">{t('stockTake.counted')}</th>
          <th scope="col">{t('stockTake.expected')}</th>
          <th scope="col">{t('stockTake.difference')}</th>
          <th scope="col">{t('stockTake.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.variant_id}>
            <th scope="row">
              <VariantName variant={line} slug={shop.slug} />
              <LineNotices line={line} />
            </th>
            <td data-label={t('stockTake.counted')}>
              {onCount ? (
                <CountBox counted={line.counted} name={textOf(line)} onCount={(number) => onCount(line, number)} />
              ) : (
                line.counted
              )}
            </td>
            <td data-label={t('stockTake.expected')}>
              {line.expected}
              {line.to_pack > 0 ? (
                <span className={styles.quiet}>{t('stockTake.toPack', { count: line.to_pack })}</span>
              ) : null}
            </td>
            <td data-label={t('stockTake.difference')}>
              <strong className={line.difference < 0 ? styles.loss : undefined}>{signed(line.difference)}</strong>
              {line.difference === 0 || line.value === null ? null : (
                <span className={`${styles.quiet} ${styles.sum}`}>{formatRupees(line.value)}</span>
              )}
            </td>
            <td data-label={t('stockTake.reason')} className={styles.reason}>
              {line.difference === 0 ? (
                '–'
              ) : (
                <DifferenceReason take={take} line={line} shopId={shop.shopId} name={textOf(line)} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Why a product should be counted again. */
function LineNotices({ line: { moved, edited } }: { line: StockTakeLine }) {
  const t = useText();
  if (edited) return <p className={styles.warning}>{t('stockTake.edited')}</p>;
  if (moved !== 0) return <p className={styles.warning}>{t('stockTake.moved', { change: signed(moved) })}</p>;
  return null;
}
