import koaMulter from '@koa/multer';
import { DomainError } from '@haat/core/errors';
import type { Context } from 'koa';
import multer from 'multer';

const KB = 1024;
const MOST_PICTURE_BYTES = 5 * KB * KB;

const forms = koaMulter({
  storage: koaMulter.memoryStorage(),
  limits: {
    fileSize: MOST_PICTURE_BYTES,
    files: 1,
    fields: 30,
    parts: 31,
    fieldSize: 64 * KB,
    fieldNameSize: 100,
    headerPairs: 20,
  },
});

export type PictureForm = {
  /** The texts of the form by the names of their fields; not parsed yet. */
  fields: Record<string, unknown>;
  /** The bytes of the picture, whatever they are; undefined when none was chosen. */
  picture: Buffer | undefined;
};

/**
 * The form (multipart) of a call that the contract says takes one, with at most one picture in the field of that name.
 * To be asked for once it is known who sends it: until then nothing of it is read. Throws DomainError
 * `unsupported_media_type` for any other body, `payload_too_large` for a picture above 5 MB or a form above its limits,
 * `invalid_input` for a form that is broken or has a file elsewhere.
 */
export async function readPictureForm(ctx: Context, field: string): Promise<PictureForm> {
  if (!ctx.request.is('multipart/form-data')) {
    throw new DomainError('unsupported_media_type', 'Send a form (multipart/form-data)');
  }
  await forms
    .single(field)(ctx, async () => {})
    .catch(refuse);
  const { body, file } = ctx.request as { body?: Record<string, unknown>; file?: { buffer: Buffer } };
  const picture = file?.buffer;
  // A browser sends the field of a picture that was not chosen as an empty file.
  return { fields: { ...body }, picture: picture?.length ? picture : undefined };
}

/** The fields of a form that say anything: an empty one is as good as one that was not sent. Spec section 7. */
export function sentFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

// The parser fails only over what was sent; nothing of ours runs in it.
function refuse(error: unknown): never {
  const code = error instanceof multer.MulterError ? error.code : undefined;
  if (code === 'LIMIT_FILE_SIZE') throw new DomainError('payload_too_large', 'The picture must not be above 5 MB.');
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    throw new DomainError('invalid_input', 'There is a file where none belongs');
  }
  if (code?.startsWith('LIMIT_')) throw new DomainError('payload_too_large', 'The form is too large');
  throw new DomainError('invalid_input', 'The form cannot be read');
}
