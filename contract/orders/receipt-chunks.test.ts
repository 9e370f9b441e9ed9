import { describe, expect, it } from 'vitest';
import { receiptChunk, receiptChunkCount } from './receipt-chunks.ts';

describe('receiptChunk', () => {
  it.each([
    [0, []],
    [1, [1]],
    [20, [20]],
    [21, [20, 1]],
    [67, [20, 20, 20, 7]],
  ])('%i bytes go in chunks of %j', (byteCount, sizes) => {
    const bytes = Uint8Array.from({ length: byteCount }, (_, at) => at);
    const chunks = Array.from({ length: receiptChunkCount(byteCount) }, (_, index) => receiptChunk(bytes, index));
    expect(chunks.map(({ length }) => length)).toEqual(sizes);
    expect(chunks.flatMap((chunk) => [...chunk])).toEqual([...bytes]);
  });
});
