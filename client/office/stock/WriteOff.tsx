import { writeOffStock } from '@haat/contract/stock/stock-lists.calls';
import { isStockText } from '@haat/contract/catalog/product-input';
import { STOCK_NOTE_MAX, WRITE_OFF_REASONS, type WriteOffReason } from '@haat/contract/stock/stock';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = {
  shopId: number;
  variant: { variant_id: number; name: string; option: string | null };
  most: number;
  batchId?: number;
};

/** Takes pieces out of the stock for a reason. */
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

type Values = { quantity: string; reason: WriteOffReason; note: string };
type DialogProps = Props & { onClose: () => void };

function WriteOffDialog(props: DialogProps) {
  const t = useText();
  const title = t('stock.writeOffOf', { name: useVariantText()(props.variant) });
  const { most, batchId, onClose } = props;
  const [values, setValues] = useState<Values>({
    quantity: `${batchId === undefined ? 1 : most}`,
    reason: batchId === undefined ? 'spoiled' : 'expired',
    note: '',
  });
  const [isChecked, setChecked] = useState(false);
  const { send, isPending, problem } = useWriteOff(props);
  const { quantity, reason, note } = values;
  const isQuantity = isStockText(quantity) && Number(quantity) >= 1 && Number(quantity) <= most;
  const isNote = reason !== 'other' || note.trim() !== '';
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const submit = () => {
    setChecked(true);
    if (isQuantity && isNote) send(values);
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2 className={styles.heading}>{title}</h2>
        <Field
          label={t('stock.quantity')}
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          problem={isChecked && !isQuantity ? t('stock.quantityUpTo', { most }) : undefined}
          onChange={({ target }) => change({ quantity: target.value })}
        />
        <ReasonField reason={reason} onReason={(chosen) => change({ reason: chosen })} />
        <Field
          label={t('stock.note')}
          maxLength={STOCK_NOTE_MAX}
          value={note}
          problem={isChecked && !isNote ? t('stock.noteMissing') : undefined}
          onChange={({ target }) => change({ note: target.value })}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row justify="end">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={isPending} onClick={submit}>
            {t('stock.writeOff')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

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

/** Writes off once, however often it is sent, and closes the dialog. */
function useWriteOff({ shopId, variant, batchId, onClose }: DialogProps) {
  const queries = useQueryClient();
  const refusal = useRefusalText('stock.notWrittenOff');
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ quantity, reason, note }: Values) =>
      call(writeOffStock, {
        params: { shopId },
        body: {
          variant_id: variant.variant_id,
          batch_id: batchId ?? null,
          quantity: Number(quantity),
          reason,
          note: note.trim() || null,
        },
        key,
      }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['stock', shopId] });
      await queries.invalidateQueries({ queryKey: ['shop-products', shopId] });
    },
  });
  return { send: (values: Values) => mutate(values), isPending, problem: refusal(error) };
}
