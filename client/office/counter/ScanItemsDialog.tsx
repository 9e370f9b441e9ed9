import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import { formatPaise } from '@haat/contract/rupees';
import { totalsOf } from '@haat/machines/orders/basket';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { CameraScanner } from '../../shared/scanner/CameraScanner.tsx';
import type { Counter } from './use-counter.ts';

type Props = {
  /** Adds the item of that code; resolves with false for an unknown one. */
  onCode: (code: string) => Promise<boolean>;
  onClose: () => void;
  counter: Counter;
};

/** Adds one item after the other by the camera. */
export function ScanItemsDialog({ onCode, onClose, counter }: Props) {
  const t = useText();
  const [unknown, setUnknown] = useState<string>();
  const basket = useSelector(counter, ({ context }) => context.basket);
  const last = basket.lines.find(({ item }) => item.variant_id === basket.lastId);
  const { count, totalPaise } = totalsOf(basket);
  return (
    <Dialog label={t('counterSale.scanItems')} shape="sheet" onClose={onClose}>
      <Stack>
        <h2>{t('counterSale.scanItems')}</h2>
        <CameraScanner
          formats={PRODUCT_CODES}
          onRead={({ text }) => void onCode(text).then((isKnown) => setUnknown(isKnown ? undefined : text))}
        >
          {unknown ? <Notice tone="error">{t('counterSale.unknownCode', { code: unknown })}</Notice> : null}
          {last && !unknown ? (
            <Notice tone="success">{t('counterSale.lastAdded', { count: last.quantity, name: last.item.name })}</Notice>
          ) : null}
        </CameraScanner>
        <Button onClick={onClose}>{t('counterSale.doneScanning', { count, total: formatPaise(totalPaise) })}</Button>
      </Stack>
    </Dialog>
  );
}
