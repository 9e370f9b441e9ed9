import type { ReceiptTicket } from '@haat/machines/orders/receipt-ticket.machine';
import { i18n } from '@lingui/core';
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { textOf as t } from '../../../i18n/language.ts';
import { codesAs, type Columns, receiptColumns } from './printer-settings.ts';
import { oneLine, plainLine } from './printer-text.ts';
import { type Receipt, toReceipt } from './receipt.ts';
import { findReceiptShop } from './receipt-shop.ts';
import { graphemesOf } from '../../../lib/graphemes.ts';

/** The printer's data for a ticket, in the language of the screen. */
export async function bytesOf({ order, isCopy }: ReceiptTicket): Promise<Uint8Array> {
  const { locale } = i18n;
  // Every Hindi word is an image, which takes these printers more than a second, so the date has digits only.
  const dateStyle = locale === 'en' ? 'medium' : 'short';
  const paper = order && (await findReceiptShop(order.shop.id));
  const blocks = order ? layOut(toReceipt(order, { t, locale, isCopy, paper, dateStyle })) : testBlocks();
  const drawCode = codesAs() === 'picture' ? (await import('./draw-code.ts')).drawCode : undefined;
  return receiptBytes(blocks, { columns: receiptColumns(), drawText, drawCode });
}

/** Uses both edges of the paper, a line drawn as an image, and a QR code. */
function testBlocks(): ReceiptBlock[] {
  return [
    { kind: 'rule' },
    { kind: 'line', text: t('receipts.test'), isBold: true, isCentred: true },
    { kind: 'line', text: 'हिन्दी தமிழ் ಕನ್ನಡ', isCentred: true },
    { kind: 'pair', left: t('receipts.total'), right: '₹0.00' },
    { kind: 'code', url: location.origin },
    { kind: 'rule' },
  ];
}

/** Supported by printers of all makes. */
const ENCODING = { language: 'esc-pos', newline: '\n', imageMode: 'raster', feedBeforeCut: 4 } as const;

/** The width of a character, in dots. */
const CHARACTER_DOTS = 12;

export type DrawnText = { width: number; height: number; data: Uint8ClampedArray };
/** Draws a text, wrapped at `maxWidth` dots. */
export type DrawText = (text: string, look: { maxWidth: number; isBold: boolean }) => DrawnText;

type Paper = {
  columns: Columns;
  drawText: DrawText;
  /** For printers that draw no QR codes themselves. */
  drawCode?: ((url: string) => DrawnText) | undefined;
};

/**
 * A receipt in ESC/POS. Only lines with non-ASCII characters are sent as images: these take fifteen times the bytes, and
 * Bluetooth transfers about 200 bytes per second.
 */
export function receiptBytes(blocks: readonly ReceiptBlock[], paper: Paper): Uint8Array {
  const { columns } = paper;
  const encoder = new ReceiptPrinterEncoder({ ...ENCODING, columns });
  encoder.initialize();
  for (const block of blocks) {
    if (block.kind === 'rule') encoder.line('-'.repeat(columns));
    else if (block.kind === 'code') addCode(encoder, block.url, paper);
    else if (block.kind === 'line') addLine(encoder, block, paper);
    else addPair(encoder, block, paper);
  }
  // Rolls of 58 mm are torn off, rolls of 80 mm are cut.
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
    const picture = drawText(oneLine(text), { maxWidth: columns * CHARACTER_DOTS, isBold });
    encoder.image(picture, picture.width, picture.height, 'threshold', 160);
  } else {
    encoder.bold(isBold).line(plain).bold(false);
  }
  encoder.align('left');
}

/** Most printers draw QR codes themselves: a few bytes instead of a picture. */
function addCode(encoder: ReceiptPrinterEncoder, url: string, { drawCode }: Paper): void {
  encoder.align('center');
  if (drawCode) {
    const picture = drawCode(url);
    encoder.image(picture, picture.width, picture.height, 'threshold', 160);
  } else encoder.qrcode(url, { model: 2, size: 5, errorlevel: 'l' });
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

/** A block of a receipt; a `pair` is a line with a text at each edge. */
type ReceiptBlock =
  | { kind: 'line'; text: string; isBold?: boolean; isCentred?: boolean }
  | { kind: 'pair'; left: string; right: string; isBold?: boolean }
  | { kind: 'code'; url: string }
  | { kind: 'rule' };

/** The layout of a receipt for a paper roll. */
export function layOut(receipt: Receipt): ReceiptBlock[] {
  const { copy, shop, shopPhone, head, order, provisional, revision, date, kind, items, note, customer } = receipt;
  const { count, discount, totalLabel, total, sums, payment, saved, foot, link } = receipt;
  return [
    ...centred(copy && `*** ${copy} ***`, true),
    ...centred(shop, true),
    ...centred(shopPhone, false),
    ...head.flatMap((text) => centred(text, false)),
    { kind: 'rule' },
    { kind: 'pair', left: order, right: kind, isBold: true },
    ...centred(provisional, true),
    ...centred(revision && `*** ${revision} ***`, true),
    { kind: 'line', text: date },
    { kind: 'rule' },
    ...items.flatMap(({ what, each, amount }): ReceiptBlock[] => [
      { kind: 'line', text: what, isBold: true },
      { kind: 'pair', left: each, right: amount },
    ]),
    { kind: 'rule' },
    ...(discount ? [{ kind: 'pair', left: discount.label, right: discount.amount } as const] : []),
    { kind: 'pair', left: totalLabel, right: total, isBold: true },
    ...sums.map(({ label, amount }) => ({ kind: 'pair', left: label, right: amount }) as const),
    { kind: 'line', text: count },
    { kind: 'line', text: payment, isBold: true },
    ...(saved === undefined ? [] : [{ kind: 'line', text: saved } as const]),
    ...(note === undefined ? [] : [{ kind: 'line', text: note, isBold: true } as const]),
    ...(customer.length > 0 ? [{ kind: 'rule' } as const] : []),
    ...customer.map((text): ReceiptBlock => ({ kind: 'line', text })),
    { kind: 'rule' },
    ...foot.flatMap((text) => centred(text, false)),
    { kind: 'code', url: link.url },
    // As an image, it would take longer than the rest of the receipt, and a code says by itself what it is.
    ...centred(plainLine(link.text), false),
    ...centred(copy && `*** ${copy} ***`, true),
  ];
}

function centred(text: string | undefined, isBold: boolean): ReceiptBlock[] {
  return text ? [{ kind: 'line', text, isBold, isCentred: true }] : [];
}

const FONT_DOTS = 24;
// Vowel signs of Indian scripts extend far above and below the text.
const LINE_DOTS = 34;
const FONT = 'system-ui, "Noto Sans", sans-serif';

type Look = { maxWidth: number; isBold: boolean };

/** A text in any script as black dots on white, cropped to its longest line: every dot takes time to send. */
function drawText(text: string, { maxWidth, isBold }: Look): DrawnText {
  const font = `${isBold ? 700 : 400} ${FONT_DOTS}px ${FONT}`;
  const pen = contextOf(1, 1);
  pen.font = font;
  const lines = wrap(text, (part) => pen.measureText(part).width <= maxWidth);
  const longest = Math.max(...lines.map((line) => pen.measureText(line).width));
  const width = Math.min(maxWidth, Math.ceil((longest + 1) / 8) * 8);
  const height = lines.length * LINE_DOTS;

  const drawing = contextOf(width, height);
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, width, height);
  drawing.font = font;
  drawing.fillStyle = '#000';
  drawing.textBaseline = 'middle';
  for (const [at, line] of lines.entries()) drawing.fillText(line, 0, (at + 0.5) * LINE_DOTS);
  return drawing.getImageData(0, 0, width, height);
}

/** Wraps between words, and inside a word that is longer than a line. */
function wrap(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    const pieces = fits(word) ? [word] : cut(word, fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

// By grapheme: a consonant stays with its vowel sign.
function cut(word: string, fits: (part: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const segment of graphemesOf(word)) {
    if (piece && !fits(piece + segment)) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('This browser cannot draw');
  return pen;
}
