import { setDifferenceReason, type StockTakeLine, type StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { DIFFERENCE_REASONS, type DifferenceReason as Reason, STOCK_NOTE_MAX } from '@haat/contract/stock/stock';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { STOCK_KEYS } from './stock-queries.ts';
import styles from './Stock.module.css';

type Props = { take: StockTakeView; line: StockTakeLine; shopId: number; name: string };

/** Why a count differs: chosen while the stock take is open; another reason is said in words. */
export function DifferenceReason({ take, line, shopId, name }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const refusal = useRefusalText('stockTake.reasonNotSaved');
  const [isOther, setOther] = useState(line.reason === 'other');
  const [note, setNote] = useState(line.note ?? '');
  const queryKey = STOCK_KEYS.take(shopId, take.id);
  const { mutate, error } = useMutation({
    mutationFn: (body: { reason: Reason; note?: string }) =>
      call(setDifferenceReason, { params: { shopId, id: take.id, variantId: line.variant_id }, body }),
    onSuccess: (saved) =>
      queries.setQueryData<StockTakeView>(
        queryKey,
        (known) =>
          known && {
            ...known,
            lines: known.lines.map((each) => (each.variant_id === saved.variant_id ? saved : each)),
          },
      ),
  });
  const shown = isOther ? 'other' : (line.reason ?? (line.difference > 0 ? 'found' : 'missing'));
  if (take.state !== 'open') {
    return <>{line.reason === 'other' ? line.note : t(`stock.reason.${shown}`)}</>;
  }
  const choose = (reason: Reason) => {
    setOther(reason === 'other');
    if (reason !== 'other') mutate({ reason });
  };
  const problem = refusal(error);
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
          onBlur={() => note.trim() && note.trim() !== line.note && mutate({ reason: 'other', note: note.trim() })}
        />
      ) : null}
      {problem ? (
        <p role="alert" className={styles.warning}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}
