import type { ReceiptTicket } from '@haat/machines/receipt-printer/receipt-printer-events';
import { i18n } from '@lingui/core';
import { textOf as t } from '../../i18n/language.ts';
import { receiptColumns } from './columns.ts';
import { drawText } from './draw-text.ts';
import { receiptBytes } from './receipt-bytes.ts';
import { layOut, type ReceiptBlock } from './receipt-layout.ts';
import { receiptOf } from './receipt.ts';

/** What the printer is sent for a ticket, in the language of the screens. */
export function bytesOf({ order, isCopy }: ReceiptTicket): Uint8Array {
  const { locale } = i18n;
  // Every Hindi word is a picture, which takes these printers a second and more: of the date, digits are enough.
  const dateStyle = locale === 'en' ? 'medium' : 'short';
  const blocks = order ? layOut(receiptOf(order, { t, locale, isCopy, dateStyle })) : testBlocks();
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
