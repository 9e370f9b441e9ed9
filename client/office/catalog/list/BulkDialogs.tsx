import { previewPrices, type PricePreview, type PriceRow } from '@haat/contract/catalog/bulk-changes.calls';
import { PRICE_ROUNDINGS, type PriceChange } from '@haat/contract/catalog/price-change';
import { isRupeesText, isStockText } from '@haat/contract/catalog/product-input';
import { formatRupees } from '@haat/contract/rupees';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, SelectField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useRefusalText } from '../../../ui/use-error-text.ts';
import { isQueueNeeded, previewOffline } from './bulk-offline.ts';
import { categoriesQuery } from '../editor/editor-queries.ts';
import { categoryOptions } from './ProductFilters.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { useBulkChange } from './use-bulk-change.ts';
import styles from './ProductListScreen.module.css';

type Props = {
  shopId: number;
  products: number[];
  isBusy: boolean;
  problem: string | undefined;
  onChange: ReturnType<typeof useBulkChange>['change'];
  onClose: () => void;
};

/** `preview` is missing where there is no connection and this device does not know all of the products. */
type Shown = { change: PriceChange & { kind: 'price' }; preview: PricePreview | undefined };

/** Changes prices by percent or amount: first the old and the new ones are shown, then they are saved. */
export function PriceDialog({ shopId, products, isBusy, problem, onChange, onClose }: Props) {
  const t = useText();
  const [shown, setShown] = useState<Shown>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (change: Shown['change'], { client }): Promise<Shown> => ({
      change,
      preview: await preview(client, { shopId, products, change }),
    }),
    onSuccess: setShown,
  });
  const refusal = useRefusalText('bulk.failed')(error);
  const rows = shown?.preview?.rows ?? [];
  const changed = rows.filter(({ refused }) => refused === null);
  const apply = () =>
    shown &&
    onChange({
      products,
      change: shown.change,
      version: shown.preview?.version,
      // The preview asks about each price of 0.
      confirm_free: changed.some(({ question }) => question === 'free') || undefined,
      prices: Object.fromEntries(changed.map(({ variant_id: id, new_price: price }) => [id, price])),
    });
  return (
    <BulkDialog title={t('bulk.priceTitle', { count: products.length })} problem={problem ?? refusal} onClose={onClose}>
      <PriceForm isBusy={isPending} onPreview={mutate} onEdited={() => setShown(undefined)} />
      {shown && !shown.preview ? <Notice tone="error">{t('bulk.needsConnection')}</Notice> : null}
      {shown?.preview && rows.length === 0 ? <Notice>{t('bulk.noChange')}</Notice> : null}
      {rows.length > 0 ? <Preview rows={rows} /> : null}
      <Buttons onClose={onClose}>
        <Button disabled={isBusy || changed.length === 0} onClick={apply}>
          {t('bulk.savePrices', { count: changed.length })}
        </Button>
      </Buttons>
    </BulkDialog>
  );
}

type Previewed = { shopId: number; products: number[]; change: Shown['change'] };

/** By the server; what this device knows where there is no connection, or changes of it wait that the server does not know. */
async function preview(queries: QueryClient, { shopId, ...body }: Previewed): Promise<PricePreview | undefined> {
  if (isQueueNeeded()) return previewOffline(queries, { shopId, products: body.products }, body.change);
  return call(previewPrices, { params: { shopId }, body });
}

type PriceFormProps = { isBusy: boolean; onPreview: (change: Shown['change']) => void; onEdited: () => void };

function PriceForm({ isBusy, onPreview, onEdited }: PriceFormProps) {
  const t = useText();
  const [form, setForm] = useState({ direction: 'raise', by: 'percent', value: '', round: 'rupee' });
  const [isSent, setSent] = useState(false);
  const isValid = isRupeesText(form.value) && Number(form.value) > 0;
  const edit = (field: keyof typeof form) => ({
    value: form[field],
    onChoose: (value: string) => {
      setForm({ ...form, [field]: value });
      onEdited();
    },
  });
  const { value, onChoose } = edit('value');
  const preview = () => {
    setSent(true);
    if (!isValid) return;
    const round = PRICE_ROUNDINGS.find((each) => each === form.round) ?? 'none';
    const signed = Number(form.value) * (form.direction === 'lower' ? -1 : 1);
    onPreview({ kind: 'price', by: form.by === 'amount' ? 'amount' : 'percent', value: signed, round });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        preview();
      }}
    >
      <Select
        label={t('bulk.direction')}
        options={['raise', 'lower'].map((value) => ({
          value,
          label: t(value === 'raise' ? 'bulk.raise' : 'bulk.lower'),
        }))}
        {...edit('direction')}
      />
      <Select
        label={t('bulk.by')}
        options={['percent', 'amount'].map((value) => ({
          value,
          label: t(value === 'percent' ? 'bulk.percent' : 'bulk.amount'),
        }))}
        {...edit('by')}
      />
      <Field
        label={t('bulk.value')}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        problem={isSent && !isValid ? t('bulk.valueWrong') : undefined}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      />
      <Select
        label={t('bulk.round')}
        options={PRICE_ROUNDINGS.map((value) => ({ value, label: t(`bulk.round.${value}`) }))}
        {...edit('round')}
      />
      <Button type="submit" look="secondary" disabled={isBusy}>
        {t('bulk.preview')}
      </Button>
    </form>
  );
}

function Preview({ rows }: { rows: readonly PriceRow[] }) {
  const t = useText();
  // What needs a look comes first.
  const sorted = rows.toSorted((a, b) => Number(isNoted(b)) - Number(isNoted(a)));
  return (
    // Scrolled by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.preview} tabIndex={0} aria-label={t('bulk.preview')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('productList.product')}</th>
            <th scope="col">{t('bulk.before')}</th>
            <th scope="col">{t('bulk.after')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.variant_id}>
              <td>
                {row.name}
                <RowNote row={row} />
              </td>
              <td>{formatRupees(row.price)}</td>
              <td>{row.refused === null ? formatRupees(row.new_price) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const isNoted = ({ refused, question }: PriceRow): boolean => refused !== null || question !== null;

/** Why a price is not changed, or should be looked at. */
function RowNote({ row: { refused, question, price, new_price: next, mrp } }: { row: PriceRow }): ReactNode {
  const t = useText();
  const values = { price: formatRupees(next), before: formatRupees(price) };
  if (refused === 'above_mrp') {
    return <span className={styles.note}>{t('bulk.aboveMrp', { ...values, mrp: formatRupees(mrp ?? 0) })}</span>;
  }
  if (refused !== null) return <span className={styles.note}>{t('bulk.tooHigh', values)}</span>;
  if (question === null) return null;
  return (
    <span className={styles.note}>
      {t(question === 'free' ? 'priceQuestion.free' : 'priceQuestion.unusual', values)}
    </span>
  );
}

/** Sets the stock of all variants. */
export function StockDialog({ products, isBusy, problem, onChange, onClose }: Props) {
  const t = useText();
  const [stock, setStock] = useState('');
  const [isSent, setSent] = useState(false);
  const isValid = isStockText(stock);
  const save = () => {
    setSent(true);
    if (isValid) onChange({ products, change: { kind: 'stock', stock: Number(stock) } });
  };
  return (
    <BulkDialog title={t('bulk.stockTitle', { count: products.length })} problem={problem} onClose={onClose}>
      <Field
        label={t('productList.stock')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={stock}
        problem={isSent && !isValid ? t('productList.no.pieces') : undefined}
        onChange={({ target }) => setStock(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      <Buttons onClose={onClose}>
        <Button disabled={isBusy} onClick={save}>
          {t('bulk.save')}
        </Button>
      </Buttons>
    </BulkDialog>
  );
}

/** Puts products into a category. */
export function CategoryDialog({ shopId, products, isBusy, problem, onChange, onClose }: Props) {
  const t = useText();
  const nameOf = useName();
  const { data: categories = [] } = useQuery(categoriesQuery(shopId));
  const [category, setCategory] = useState('');
  const save = () => onChange({ products, change: { kind: 'category', category_id: Number(category) } });
  return (
    <BulkDialog title={t('bulk.categoryTitle', { count: products.length })} problem={problem} onClose={onClose}>
      <SelectField
        label={t('productForm.category')}
        placeholder={t('productForm.chooseCategory')}
        options={categoryOptions(categories, nameOf)}
        value={category}
        onChange={({ target }) => setCategory(target.value)}
      />
      <Buttons onClose={onClose}>
        <Button disabled={isBusy || category === ''} onClick={save}>
          {t('bulk.save')}
        </Button>
      </Buttons>
    </BulkDialog>
  );
}

type BulkDialogProps = { title: string; problem: string | undefined; onClose: () => void; children: ReactNode };

function BulkDialog({ title, problem, onClose, children }: BulkDialogProps) {
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2>{title}</h2>
        {children}
        {problem ? <Notice tone="error">{problem}</Notice> : null}
      </Stack>
    </Dialog>
  );
}

function Buttons({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useText();
  return (
    <Row justify="end" align="stretch" className={styles.buttons}>
      <Button look="secondary" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {children}
    </Row>
  );
}
