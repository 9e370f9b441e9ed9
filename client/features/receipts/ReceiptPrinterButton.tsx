import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReceiptPrinterPanel } from './ReceiptPrinterPanel.tsx';

/** Opens what is to be set about the printer of this device. */
export function ReceiptPrinterButton() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('receipts.printer')}
      </Button>
      {isOpen ? (
        <Dialog label={t('receipts.printer')} shape="sheet" onClose={close}>
          <ReceiptPrinterPanel onClose={close} />
        </Dialog>
      ) : null}
    </>
  );
}
