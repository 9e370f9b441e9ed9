import { listUsualPurchases, type UsualPurchase } from '@haat/contract/stock/purchases.calls';
import { formatRupees } from '@haat/contract/rupees';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { withPlainNumber } from '../../ui/Field.tsx';
import { type DraftLine, type LineProblem, problemOfLine } from './purchase-draft.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = {
  shopId: number;
  lines: readonly DraftLine[];
  /** Whether problems are shown. */
  isChecked: boolean;
  onChange: (line: DraftLine) => void;
  onRemove: (line: DraftLine) => void;
};

/** The lines of a draft with the price, the MRP and the stock of now beside the new ones; cards on a phone. */
export function PurchaseLines({ shopId, lines, isChecked, onChange, onRemove }: Props) {
  const t = useText();
  const present = usePresent(shopId, lines);
  return (
    <table className={`${styles.table} ${styles.lines}`} aria-label={t('purchase.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('productList.product')}</th>
          {COLUMNS.map(({ of, text }) => (
            <th key={of} scope="col">
              {t(text)}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('purchase.remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            present={present.get(line.variant_id)}
            problem={isChecked ? problemOfLine(line) : undefined}
            onChange={onChange}
            onRemove={onRemove}
          />
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS = [
  { of: 'quantity', text: 'stock.quantity' },
  { of: 'cost', text: 'purchase.cost' },
  { of: 'best_before', text: 'purchase.bestBefore' },
  { of: 'price', text: 'purchase.price' },
  { of: 'mrp', text: 'purchase.mrp' },
] as const satisfies { of: LineProblem | 'best_before'; text: TextId }[];

/** Prices and stock of the variants as they are now, by their ids. */
function usePresent(shopId: number, lines: readonly DraftLine[]): ReadonlyMap<number, UsualPurchase> {
  const variants = [...new Set(lines.map(({ variant_id: id }) => id))].toSorted((a, b) => a - b).join(',');
  const { data = [] } = useQuery({
    queryKey: ['stock', shopId, 'present', variants],
    queryFn: ({ signal }) => call(listUsualPurchases, { params: { shopId }, query: { variants }, signal }),
    enabled: variants !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return new Map(data.map((each) => [each.variant_id, each]));
}

type LineProps = Pick<Props, 'onChange' | 'onRemove'> & {
  line: DraftLine;
  present: UsualPurchase | undefined;
  problem: LineProblem | undefined;
};

function Line({ line, present, problem, onChange, onRemove }: LineProps) {
  const t = useText();
  const name = useVariantText()(line);
  const now = { price: present?.price, mrp: present?.mrp ?? undefined };
  return (
    <tr>
      <th scope="row">
        <span className={styles.title}>{name}</span>
        {present ? <span className={styles.quiet}>{t('stock.inStock', { count: present.stock })}</span> : null}
      </th>
      {COLUMNS.map(({ of, text }) => (
        <td key={of} data-label={t(text)}>
          <LineField
            label={`${t(text)}: ${name}`}
            of={of}
            value={line[of]}
            problem={
              problem === of ? t(of === 'quantity' ? 'purchase.wrongQuantity' : 'purchase.wrongAmount') : undefined
            }
            onText={(value) => onChange({ ...line, [of]: value })}
          />
          {of === 'price' || of === 'mrp' ? <Now rupees={now[of]} /> : null}
        </td>
      ))}
      <td>
        <button
          type="button"
          className={styles.remove}
          aria-label={t('purchase.removeOf', { name })}
          title={t('purchase.remove')}
          onClick={() => onRemove(line)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      </td>
    </tr>
  );
}

function Now({ rupees }: { rupees: number | undefined }) {
  const t = useText();
  return rupees === undefined ? null : (
    <span className={styles.quiet}>{t('purchase.now', { price: formatRupees(rupees) })}</span>
  );
}

type LineFieldProps = {
  label: string;
  of: (typeof COLUMNS)[number]['of'];
  value: string;
  problem: string | undefined;
  onText: (text: string) => void;
};

function LineField({ label, of, value, problem, onText }: LineFieldProps) {
  const id = useId();
  const kind: ComponentProps<'input'> =
    of === 'best_before' ? { type: 'date' } : { inputMode: of === 'quantity' ? 'numeric' : 'decimal', maxLength: 12 };
  return (
    <>
      <input
        {...kind}
        className={`${styles.note} ${of === 'best_before' ? styles.date : ''}`}
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        value={value}
        onChange={(event) => onText((of === 'best_before' ? event : withPlainNumber(event)).target.value.trim())}
      />
      {problem ? (
        <span id={id} className={styles.warning} role="alert">
          {problem}
        </span>
      ) : null}
    </>
  );
}
