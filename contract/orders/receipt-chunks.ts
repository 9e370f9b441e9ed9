/** Small printers take no more at once. */
export const RECEIPT_CHUNK_BYTES = 20;

/** The pause between two chunks, in ms. */
export const RECEIPT_CHUNK_GAP_MS = 100;

/** In how many chunks so many bytes are sent. */
export function receiptChunkCount(byteCount: number): number {
  return Math.ceil(byteCount / RECEIPT_CHUNK_BYTES);
}

/** The chunk of that number, counted from 0; the last one may be shorter, behind it they are empty. */
export function receiptChunk(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.slice(index * RECEIPT_CHUNK_BYTES, (index + 1) * RECEIPT_CHUNK_BYTES);
}
