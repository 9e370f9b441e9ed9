import { RECEIPT_CHUNK_BYTES } from '@haat/contract/rules/receipt-chunks';

/** GS v 0: a picture follows, with its width in bytes and its height. */
const PICTURE = [0x1d, 0x76, 0x30];
const HEAD = 8;

/**
 * How many bytes a printer takes for dots at most, when it has so many of a receipt for certain, and perhaps the chunk
 * behind them: it broke off inside a picture, which would swallow whatever is sent next. Zeros are white dots there, and
 * nothing everywhere else.
 */
export function unfinishedPicture(bytes: Uint8Array, sent: number): number {
  for (let at = 0; at < sent + RECEIPT_CHUNK_BYTES; at += 1) {
    if (!PICTURE.every((byte, offset) => bytes[at + offset] === byte)) continue;
    const end = at + HEAD + numberAt(bytes, at + 4) * numberAt(bytes, at + 6);
    if (end > sent) return end - sent;
    at = end - 1;
  }
  return 0;
}

const numberAt = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
