import { formatStock, keptBySize, keptOf, type StockKept } from '@haat/contract/catalog/stock-unit';
import { convertStock, type StockHistoryView } from '@haat/contract/stock/stock-lists.calls';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './Stock.module.css';

type Props = { shopId: number; variantId: number; variant: StockHistoryView };

/** Keeps the stock of a variant by weight or volume, or in pieces again, and says beforehand what changes. */
export function ConvertStock({ shopId, variantId, variant }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { send, isSending, refusal } = useChange(convertStock, {
    failed: 'stock.notConverted',
    done: 'stock.converted',
    onDone: () => setOpen(false),
  });
  const convert = ({ stockUnit, content }: StockKept) =>
    send({ params: { shopId, variantId }, body: { stock_unit: stockUnit, content } });
  const { stockUnit, content } = keptOf(variant);
  if (stockUnit === 'piece')
    return (
      <>
        <Button look="secondary" onClick={() => setOpen(true)}>
          {t('stock.keepByWeight')}
        </Button>
        {isOpen ? (
          <ConvertDialog
            variant={variant}
            isSending={isSending}
            refusal={refusal}
            onConvert={convert}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </>
    );
  const amounts = {
    stock: formatStock(variant.stock, stockUnit),
    content: formatStock(content, stockUnit),
    pieces: formatStock(Math.floor(variant.stock / content)),
  };
  return (
    <>
      <ConfirmButton
        look="secondary"
        disabled={isSending}
        label={t('stock.keepInPieces')}
        question={t('stock.keepInPiecesAsk', amounts)}
        onConfirm={() => convert({ stockUnit: 'piece', content: 1 })}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}

type DialogProps = {
  variant: StockHistoryView;
  isSending: boolean;
  refusal: string | undefined;
  onConvert: (kept: StockKept) => void;
  onClose: () => void;
};

function ConvertDialog({ variant, isSending, refusal, onConvert, onClose }: DialogProps) {
  const t = useText();
  const [typed, setTyped] = useState(() => sizeOf(variant.option));
  const [isChecked, setChecked] = useState(false);
  const kept = keptBySize(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (kept) onConvert(kept);
  };
  return (
    <Dialog label={t('stock.keepByWeight')} onClose={onClose}>
      <Stack as="form" gap={4} noValidate onSubmit={submit}>
        <h2 className={styles.heading}>{t('stock.keepByWeight')}</h2>
        <Field
          label={t('stock.content')}
          hint={t('stock.contentHint')}
          autoComplete="off"
          autoFocus
          maxLength={20}
          value={typed}
          problem={isChecked && !kept ? t('stock.contentWrong') : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        {kept ? (
          <p>
            {t('stock.keepByWeightAsk', {
              pieces: formatStock(variant.stock),
              stock: formatStock(variant.stock * kept.content, kept.stockUnit),
            })}
          </p>
        ) : null}
        <p className={styles.quiet}>{t('stock.keepByWeightMeans')}</p>
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row justify="end">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {t('stock.convert')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** The part of `Loose · 500 g` that says how much an item is. */
const sizeOf = (option: string | null): string => option?.split(' · ').find((part) => keptBySize(part)) ?? '';
