import { listUsualPurchases, type UsualPurchase } from '@haat/contract/stock/purchases.calls';
import { formatRupees } from '@haat/contract/rupees';
import { keepPreviousData } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { withPlainNumber } from '../../ui/Field.tsx';
import looks from '../../ui/looks.module.css';
import { type DraftLine, type LineProblem, problemOfLine } from './purchase-draft.ts';
import { stockText } from './signed.ts';
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

/** The lines of a draft with the price, the MRP and the stock of now beside the new ones. */
export function PurchaseLines(props: Props) {
  const t = useText();
  return (
    <DataTable
      className={styles.lines}
      label={t('purchase.lines')}
      columns={useColumns(props)}
      rows={props.lines}
      keyOf={({ key }) => key}
    />
  );
}

function useColumns({ shopId, lines, isChecked, onChange, onRemove }: Props): Column<DraftLine>[] {
  const t = useText();
  const textOf = useVariantText();
  const present = usePresent(shopId, lines);
  return [
    {
      key: 'product',
      head: t('productList.product'),
      cell: (line) => {
        const now = present.get(line.variant_id);
        return (
          <>
            <span className={styles.title}>{textOf(line)}</span>
            {now ? (
              <span className={styles.quiet}>
                {t('stock.inStock', { amount: stockText(now.stock, now.stock_unit) })}
              </span>
            ) : null}
          </>
        );
      },
    },
    ...COLUMNS.map(({ of, text }) => ({
      key: of,
      head: t(text),
      cell: (line: DraftLine) => (
        <>
          <LineField
            label={`${t(text)}: ${textOf(line)}`}
            of={of}
            value={line[of]}
            isInPieces={line.stock_unit === 'piece'}
            problem={
              isChecked && problemOfLine(line) === of
                ? t(of === 'quantity' ? wrongQuantity(line) : 'purchase.wrongAmount')
                : undefined
            }
            onText={(value) => onChange({ ...line, [of]: value })}
          />
          {of === 'price' || of === 'mrp' ? <Now rupees={present.get(line.variant_id)?.[of] ?? undefined} /> : null}
        </>
      ),
    })),
    {
      key: 'remove',
      head: <span className="visually-hidden">{t('purchase.remove')}</span>,
      cell: (line) => <RemoveButton name={textOf(line)} onRemove={() => onRemove(line)} />,
    },
  ];
}

const wrongQuantity = ({ stock_unit: unit }: DraftLine) =>
  unit === 'piece' ? ('purchase.wrongQuantity' as const) : ('stock.wrongWeight' as const);

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
  const options = { enabled: variants !== '', placeholderData: keepPreviousData, staleTime: 0 };
  const { data = [] } = useCall(listUsualPurchases, { params: { shopId }, query: { variants } }, options);
  return new Map(data.map((each) => [each.variant_id, each]));
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className={`${looks.icon} ${looks.muted}`}
      aria-label={t('purchase.removeOf', { name })}
      title={t('purchase.remove')}
      onClick={onRemove}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="m6 6 12 12M18 6 6 18" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
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
  isInPieces: boolean;
  problem: string | undefined;
  onText: (text: string) => void;
};

const MODES = { quantity: 'numeric', cost: 'decimal', price: 'decimal', mrp: 'decimal' } as const;

function LineField({ label, of, value, isInPieces, problem, onText }: LineFieldProps) {
  const id = useId();
  // Units are letters.
  const isText = of === 'best_before' || (of === 'quantity' && !isInPieces);
  const kind: ComponentProps<'input'> =
    of === 'best_before' ? { type: 'date' } : { inputMode: isText ? 'text' : MODES[of], maxLength: 12 };
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
        onChange={(event) => onText(isText ? event.target.value : withPlainNumber(event).target.value.trim())}
      />
      {problem ? (
        <span id={id} className={looks.problem} role="alert">
          {problem}
        </span>
      ) : null}
    </>
  );
}
