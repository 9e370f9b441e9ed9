import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './encoded-body.ts';

// Within a packet the network gains nothing.
const SMALLEST = 1024;
// 16 kB take 0.06 ms, and become 1.2 kB; the quality of bodies that are sent many times takes 0.35 ms for 0.9 kB.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: 1 } };

/** A JSON text that is sent once: without an ETag, and compressed fast rather than well. */
export class OneTimeBody {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The bytes for a client that prefers that encoding, and the one they are in. */
  in(preferred: Encoding): { bytes: Buffer; encoding: Encoding } {
    const bytes = this.#bytes;
    if (preferred === 'identity' || bytes.length < SMALLEST) return { bytes, encoding: 'identity' };
    const compressed = preferred === 'br' ? brotliCompressSync(bytes, brotliOptions) : gzipSync(bytes, { level: 1 });
    return { bytes: compressed, encoding: preferred };
  }
}
