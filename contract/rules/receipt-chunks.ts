/** Small printers take no more at once. Spec sections 4 and 9. */
export const RECEIPT_CHUNK_BYTES = 20;

/** In ms: how long a printer is left alone between two chunks. Spec sections 4 and 9. */
export const RECEIPT_CHUNK_GAP_MS = 100;

/** In how many chunks so many bytes are sent. Spec section 4. */
export function receiptChunkCount(byteCount: number): number {
  return Math.ceil(byteCount / RECEIPT_CHUNK_BYTES);
}

/** The chunk of that number, counted from 0; the last one may be shorter, behind it they are empty. Spec section 4. */
export function receiptChunk(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.slice(index * RECEIPT_CHUNK_BYTES, (index + 1) * RECEIPT_CHUNK_BYTES);
}
