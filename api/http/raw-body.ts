import { DomainError } from '@haat/core/errors';
import type { Context } from 'koa';

const MOST_BYTES = 256 * 1024;

/** The body of a request byte by byte, as signatures are made over it. Throws payload_too_large. */
export async function rawBody({ req }: Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read on to the end, without keeping it: an answer before that reaches nobody.
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  if (bytes > MOST_BYTES) throw new DomainError('payload_too_large', 'The request is too large');
  return Buffer.concat(chunks);
}
