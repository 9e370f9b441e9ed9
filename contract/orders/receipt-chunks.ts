/** The most that small printers accept in one write. */
export const RECEIPT_CHUNK_BYTES = 20;

/** The pause between two chunks, in ms. */
export const RECEIPT_CHUNK_GAP_MS = 100;

/** The number of chunks for that many bytes. */
export function receiptChunkCount(byteCount: number): number {
  return Math.ceil(byteCount / RECEIPT_CHUNK_BYTES);
}

/** The chunk with that index, counted from 0. The last one may be shorter; chunks beyond it are empty. */
export function receiptChunk(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.slice(index * RECEIPT_CHUNK_BYTES, (index + 1) * RECEIPT_CHUNK_BYTES);
}
