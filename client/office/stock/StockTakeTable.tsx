import { formatStock, keptOf } from '@haat/contract/catalog/stock-unit';
import { setDifferenceReason, type StockTakeLine, type StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { DIFFERENCE_REASONS, type DifferenceReason as Reason, STOCK_NOTE_MAX } from '@haat/contract/stock/stock';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import looks from '../../ui/looks.module.css';
import { CountBox } from './CountBox.tsx';
import { signed, stockText } from './signed.ts';
import { useVariantText, VariantName } from './VariantName.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './Stock.module.css';

type Props = {
  take: StockTakeView;
  lines: readonly StockTakeLine[];
  shop: GuardedShop;
  /** None once it is over. */
  onCount?: (line: StockTakeLine, counted: number) => void;
};

/** The counted and expected stock and their difference, with its reason. */
export function StockTakeTable(props: Props) {
  return <DataTable columns={useColumns(props)} rows={props.lines} keyOf={({ variant_id: id }) => id} />;
}

function useColumns({ take, shop, onCount }: Props): Column<StockTakeLine>[] {
  const t = useText();
  const textOf = useVariantText();
  return [
    {
      key: 'product',
      head: t('productList.product'),
      cell: (line) => (
        <>
          <VariantName variant={line} slug={shop.slug} />
          <LineNotices line={line} />
        </>
      ),
    },
    {
      key: 'counted',
      head: t('stockTake.counted'),
      cell: (line) =>
        onCount ? (
          <CountBox
            counted={line.counted}
            kept={keptOf(line)}
            name={textOf(line)}
            onCount={(amount) => onCount(line, amount)}
          />
        ) : (
          formatStock(line.counted, line.stock_unit)
        ),
    },
    {
      key: 'expected',
      head: t('stockTake.expected'),
      cell: ({ expected, to_pack: toPack, stock_unit: unit }) => (
        <>
          {formatStock(expected, unit)}
          {toPack > 0 ? (
            <span className={styles.quiet}>{t('stockTake.toPack', { amount: stockText(toPack, unit) })}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'difference',
      head: t('stockTake.difference'),
      cell: ({ difference, value, stock_unit: unit }) => (
        <>
          <strong className={difference < 0 ? looks.danger : undefined}>{signed(difference, unit)}</strong>
          {difference === 0 || value === null ? null : (
            <span className={`${styles.quiet} ${styles.sum}`}>{formatRupees(value)}</span>
          )}
        </>
      ),
    },
    {
      key: 'reason',
      head: t('stockTake.reason'),
      className: styles.reason,
      cell: (line) =>
        line.difference === 0 ? (
          '–'
        ) : (
          <DifferenceReason take={take} line={line} shopId={shop.shopId} name={textOf(line)} />
        ),
    },
  ];
}

/** Why a product should be counted again. */
function LineNotices({ line: { moved, edited, stock_unit: unit } }: { line: StockTakeLine }) {
  const t = useText();
  if (edited) return <p className={looks.problem}>{t('stockTake.edited')}</p>;
  if (moved !== 0) return <p className={looks.problem}>{t('stockTake.moved', { change: signed(moved, unit) })}</p>;
  return null;
}

type ReasonProps = { take: StockTakeView; line: StockTakeLine; shopId: number; name: string };

/** Why a count differs: chosen while the stock take is open; another reason is said in words. */
function DifferenceReason({ take, line, shopId, name }: ReasonProps) {
  const t = useText();
  const [isOther, setOther] = useState(line.reason === 'other');
  const [note, setNote] = useState(line.note ?? '');
  const { send, refusal } = useChange(setDifferenceReason, { failed: 'stockTake.reasonNotSaved' });
  const save = (body: { reason: Reason; note?: string }) =>
    send({ params: { shopId, id: take.id, variantId: line.variant_id }, body });
  const shown = isOther ? 'other' : (line.reason ?? (line.difference > 0 ? 'found' : 'missing'));
  if (take.state !== 'open') {
    return <>{line.reason === 'other' ? line.note : t(`stock.reason.${shown}`)}</>;
  }
  const choose = (reason: Reason) => {
    setOther(reason === 'other');
    if (reason !== 'other') save({ reason });
  };
  return (
    <div className={styles.reasons}>
      <select
        className={styles.select}
        aria-label={t('stockTake.reasonOf', { name })}
        value={shown}
        onChange={({ target }) => choose(DIFFERENCE_REASONS.find((each) => each === target.value) ?? 'other')}
      >
        {DIFFERENCE_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {t(`stock.reason.${reason}`)}
          </option>
        ))}
      </select>
      {isOther ? (
        <input
          className={styles.note}
          aria-label={t('stockTake.noteOf', { name })}
          placeholder={t('stock.note')}
          maxLength={STOCK_NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onBlur={() => note.trim() && note.trim() !== line.note && save({ reason: 'other', note: note.trim() })}
        />
      ) : null}
      {refusal ? (
        <p role="alert" className={looks.problem}>
          {refusal}
        </p>
      ) : null}
    </div>
  );
}
