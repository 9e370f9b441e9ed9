import { writeOffStock } from '@haat/contract/api/stock-lists';
import { isStockText } from '@haat/contract/rules/product-input';
import { STOCK_NOTE_MAX, WRITE_OFF_REASONS, type WriteOffReason } from '@haat/contract/rules/stock';
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

function WriteOffDialog({ shopId, variant, most, batchId, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const textOf = useVariantText();
  const queries = useQueryClient();
  const refusal = useRefusalText('stock.notWrittenOff');
  const [quantity, setQuantity] = useState(`${batchId === undefined ? 1 : most}`);
  const [reason, setReason] = useState<WriteOffReason>(batchId === undefined ? 'spoiled' : 'expired');
  const [note, setNote] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const [problems, setProblems] = useState<{ quantity?: string; note?: string }>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
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
  const submit = () => {
    const isNumber = isStockText(quantity) && Number(quantity) >= 1 && Number(quantity) <= most;
    const found = {
      ...(isNumber ? {} : { quantity: t('stock.quantityUpTo', { most }) }),
      ...(reason === 'other' && !note.trim() ? { note: t('stock.noteMissing') } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) mutate();
  };
  const problem = refusal(error);
  return (
    <Dialog label={t('stock.writeOffOf', { name: textOf(variant) })} onClose={onClose}>
      <Stack gap={4}>
        <h2 className={styles.heading}>{t('stock.writeOffOf', { name: textOf(variant) })}</h2>
        <Field
          label={t('stock.quantity')}
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          problem={problems.quantity}
          onChange={({ target }) => setQuantity(target.value)}
        />
        <SelectField
          label={t('stockTake.reason')}
          placeholder={t('stock.reason.other')}
          options={WRITE_OFF_REASONS.filter((each) => each !== 'other').map((value) => ({
            value,
            label: t(`stock.reason.${value}`),
          }))}
          value={reason === 'other' ? '' : reason}
          onChange={({ target }) => setReason(WRITE_OFF_REASONS.find((each) => each === target.value) ?? 'other')}
        />
        <Field
          label={t('stock.note')}
          maxLength={STOCK_NOTE_MAX}
          value={note}
          problem={problems.note}
          onChange={({ target }) => setNote(target.value)}
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
