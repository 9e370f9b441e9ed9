import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
// A catalog is encoded again after each order: quality 5 is nearly as small as the best and takes a millisecond or two.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: 1 } };

/** A JSON text to be sent many times: its bytes, its ETag, and each compressed form, made when it is first requested. */
export class EncodedBody {
  readonly identity: Buffer;
  /** Weak, because it is the same for every encoding. */
  readonly etag: string;
  readonly #compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  readonly #ready: Partial<Record<Encoding, Buffer>> = {};

  constructor(json: string) {
    this.identity = Buffer.from(json);
    this.#ready.identity = this.identity;
    this.etag = `W/"${createHash('sha1').update(this.identity).digest('base64url')}"`;
  }

  /** The bytes in that encoding if they were requested before. */
  ready(encoding: Encoding): Buffer | undefined {
    return this.#ready[encoding];
  }

  /** The bytes in that encoding. */
  async in(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity;
    return (this.#compressed[encoding] ??= this.#compress(encoding));
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const bytes = await (encoding === 'br' ? compress.br(this.identity, brotliOptions) : compress.gzip(this.identity));
    this.#ready[encoding] = bytes;
    return bytes;
  }
}
