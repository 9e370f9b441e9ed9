import type { ReceiptTicket } from '@haat/machines/receipt-printer/receipt-printer-events';
import { setupI18n } from '@lingui/core';
import { messages as english } from 'virtual:catalogue/en-pages';
import type { Text } from '../../i18n/use-text.ts';
import { receiptColumns } from './columns.ts';
import { drawText } from './draw-text.ts';
import { receiptBytes } from './receipt-bytes.ts';
import { layOut, type ReceiptBlock } from './receipt-layout.ts';
import { receiptOf } from './receipt.ts';

// In English whatever the screens speak: every Hindi word is a picture, which takes these printers seconds.
const i18n = setupI18n({ locale: 'en', messages: { en: english } });
const t: Text = (id, values) => i18n._(id, values);

/** What the printer is sent for a ticket. */
export function bytesOf({ order, isCopy }: ReceiptTicket): Uint8Array {
  const blocks = order ? layOut(receiptOf(order, { t, locale: 'en', isCopy })) : testBlocks();
  return receiptBytes(blocks, { columns: receiptColumns(), drawText });
}

/** Both edges of the paper, and a line of pictures. */
function testBlocks(): ReceiptBlock[] {
  return [
    { kind: 'rule' },
    { kind: 'line', text: t('receipts.test'), isBold: true, isCentred: true },
    { kind: 'line', text: 'हिन्दी தமிழ் ಕನ್ನಡ', isCentred: true },
    { kind: 'pair', left: t('receipts.total'), right: '₹0.00' },
    { kind: 'rule' },
  ];
}
