import { writeOffBody, writeOffStock } from '@haat/contract/stock/stock-lists.calls';
import { formatStock, keptOf, readAmount, type StockKept, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { WRITE_OFF_REASONS, type WriteOffReason } from '@haat/contract/stock/stock';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useForm } from '../../ui/use-form.ts';
import { stockText } from './signed.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = {
  shopId: number;
  variant: { variant_id: number; name: string; option: string | null; stock_unit: StockUnit; content: number };
  most: number;
  batchId?: number;
};

/** Takes something out of the stock for a reason. */
export function WriteOff(props: Props) {
  const t = useText();
  const textOf = useVariantText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        aria-label={t('stock.writeOffOf', { name: textOf(props.variant) })}
        onClick={() => setOpen(true)}
      >
        {t('stock.writeOff')}
      </Button>
      {isOpen ? <WriteOffDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type DialogProps = Props & { onClose: () => void };

function WriteOffDialog({ shopId, variant, most, batchId, onClose }: DialogProps) {
  const t = useText();
  const title = t('stock.writeOffOf', { name: useVariantText()(variant) });
  const kept = keptOf(variant);
  // It is written off once, however often it is sent.
  const [key] = useState(() => crypto.randomUUID());
  const { send, isSending, refusal } = useChange(writeOffStock, { failed: 'stock.notWrittenOff', onDone: onClose });
  const form = useForm({
    body: writeOffBody,
    initial: initialValues({ most, batchId, kept }),
    check: ({ quantity, reason, note }) => ({
      ...(!isUpTo(most, readAmount(quantity, kept)) && {
        quantity: kept.stockUnit === 'piece' ? ('stock.quantityUpTo' as const) : ('stock.amountUpTo' as const),
      }),
      ...(reason === 'other' && note.trim() === '' && { note: 'stock.noteMissing' as const }),
    }),
    send: ({ reason, note }, values) => {
      const quantity = readAmount(values.quantity, kept) ?? 0;
      const what = { variant_id: variant.variant_id, batch_id: batchId ?? null, quantity, stock_unit: kept.stockUnit };
      send({ params: { shopId }, body: { ...what, reason, note }, key });
    },
  });
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} {...form.bind}>
        <h2 className={styles.heading}>{title}</h2>
        <Field
          label={t('stock.quantity')}
          inputMode={kept.stockUnit === 'piece' ? 'numeric' : 'text'}
          autoComplete="off"
          {...form.field('quantity')}
          problem={form.problems.quantity && t(form.problems.quantity, { most: stockText(most, kept.stockUnit) })}
        />
        <ReasonField reason={form.values.reason} onReason={(reason) => form.change({ reason })} />
        <Field label={t('stock.note')} {...form.field('note')} />
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row justify="end">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {t('stock.writeOff')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

type Values = { quantity: string; reason: WriteOffReason; note: string };

const isUpTo = (most: number, amount: number | undefined): boolean =>
  amount !== undefined && amount >= 1 && amount <= most;

type Written = { most: number; batchId: number | undefined; kept: StockKept };

/** One item that has spoiled; of a batch, all that is left of it and has expired. */
const initialValues = ({ most, batchId, kept: { stockUnit, content } }: Written): Values =>
  batchId === undefined
    ? { quantity: formatStock(Math.min(most, content), stockUnit), reason: 'spoiled', note: '' }
    : { quantity: formatStock(most, stockUnit), reason: 'expired', note: '' };

type ReasonFieldProps = { reason: WriteOffReason; onReason: (reason: WriteOffReason) => void };

function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const t = useText();
  const options = WRITE_OFF_REASONS.filter((each) => each !== 'other');
  return (
    <SelectField
      label={t('stockTake.reason')}
      placeholder={t('stock.reason.other')}
      options={options.map((value) => ({ value, label: t(`stock.reason.${value}`) }))}
      value={reason === 'other' ? '' : reason}
      onChange={({ target }) => onReason(options.find((each) => each === target.value) ?? 'other')}
    />
  );
}
