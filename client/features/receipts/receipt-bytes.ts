import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { Columns } from './columns.ts';
import { oneLine, plainLine } from './printer-text.ts';
import type { ReceiptBlock } from './receipt-layout.ts';

/** What printers of all makes understand. */
const MANNER = { language: 'esc-pos', newline: '\n', imageMode: 'raster', feedBeforeCut: 4 } as const;

/** The width of a letter, in dots. */
const LETTER_DOTS = 12;

export type DrawnText = { width: number; height: number; data: Uint8ClampedArray };
/** Draws a text, in as many lines as it needs, no wider than so many dots. */
export type DrawText = (text: string, look: { maxWidth: number; isBold: boolean }) => DrawnText;

type Paper = { columns: Columns; drawText: DrawText };

/**
 * A receipt in the language of printers (ESC/POS). What is not plain letters is sent as a picture of that line alone: a
 * picture takes fifteen times the bytes, and there are only 200 a second. Spec section 4.
 */
export function receiptBytes(blocks: readonly ReceiptBlock[], paper: Paper): Uint8Array {
  const { columns } = paper;
  const encoder = new ReceiptPrinterEncoder({ ...MANNER, columns });
  encoder.initialize();
  for (const block of blocks) {
    if (block.kind === 'rule') encoder.line('-'.repeat(columns));
    else if (block.kind === 'line') addLine(encoder, block, paper);
    else addPair(encoder, block, paper);
  }
  // Rolls of 58 mm are torn off, those of 80 mm are cut.
  if (columns === 48) encoder.cut('partial');
  else encoder.newline(4);
  return encoder.encode();
}

type Line = { text: string; isBold?: boolean; isCentred?: boolean; isRight?: boolean };

function addLine(encoder: ReceiptPrinterEncoder, line: Line, { columns, drawText }: Paper): void {
  const { text, isBold = false, isCentred = false, isRight = false } = line;
  const plain = plainLine(text);
  encoder.align(isCentred ? 'center' : isRight ? 'right' : 'left');
  if (plain === undefined) {
    const picture = drawText(oneLine(text), { maxWidth: columns * LETTER_DOTS, isBold });
    encoder.image(picture, picture.width, picture.height, 'threshold', 160);
  } else {
    encoder.bold(isBold).line(plain).bold(false);
  }
  encoder.align('left');
}

type Pair = { left: string; right: string; isBold?: boolean };

function addPair(encoder: ReceiptPrinterEncoder, { left, right, isBold = false }: Pair, paper: Paper): void {
  const [start, end] = [plainLine(left), plainLine(right)];
  const gap = paper.columns - (start?.length ?? 0) - (end?.length ?? 0);
  if (start === undefined || end === undefined || gap < 1) {
    addLine(encoder, { text: left, isBold }, paper);
    addLine(encoder, { text: right, isBold, isRight: true }, paper);
    return;
  }
  encoder
    .bold(isBold)
    .line(`${start}${' '.repeat(gap)}${end}`)
    .bold(false);
}
