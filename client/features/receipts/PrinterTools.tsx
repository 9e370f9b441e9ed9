import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useReceiptParts } from './use-receipt-parts.ts';

/** The printer's button for a row of tools, and what the printer tells and asks. */
export function PrinterTools() {
  const t = useText();
  const parts = useReceiptParts();
  if (!parts) {
    return (
      <Button look="secondary" disabled>
        {t('receipts.printer')}
      </Button>
    );
  }
  return (
    <>
      <parts.ReceiptPrinterButton />
      <parts.PrintingNotices />
    </>
  );
}
