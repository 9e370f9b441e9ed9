import koaMulter from '@koa/multer';
import { DomainError } from '@haat/core/errors';
import type { Context } from 'koa';
import multer from 'multer';

const KB = 1024;

const forms = koaMulter({
  storage: koaMulter.memoryStorage(),
  limits: {
    fileSize: 5 * KB * KB,
    files: 1,
    fields: 30,
    parts: 31,
    fieldSize: 64 * KB,
    fieldNameSize: 100,
    headerPairs: 20,
  },
});

export type FileForm = {
  /** The texts of the form by the names of their fields; not parsed yet. */
  fields: Record<string, unknown>;
  /** The file, whatever it is; undefined when none was chosen. */
  file: { name: string; bytes: Buffer } | undefined;
};

/** `field`: where the file is; `tooLarge`: what to say of one above 5 MB. */
type Wanted = { field: string; tooLarge: string };

/**
 * The form (multipart) of a call that the contract says takes one, with at most one file in the field of that name.
 * To be asked for once it is known who sends it: until then nothing of it is read. Throws DomainError
 * `unsupported_media_type` for any other body, `payload_too_large` for a file above 5 MB or a form above its limits,
 * `invalid_input` for a form that is broken or has a file elsewhere.
 */
export async function readFileForm(ctx: Context, { field, tooLarge }: Wanted): Promise<FileForm> {
  if (!ctx.request.is('multipart/form-data')) {
    throw new DomainError('unsupported_media_type', 'Send a form (multipart/form-data)');
  }
  await forms
    .single(field)(ctx, async () => {})
    .catch((error: unknown) => refuse(error, tooLarge));
  type Sent = { body?: Record<string, unknown>; file?: { buffer: Buffer; originalname: string } };
  const { body, file } = ctx.request as Sent;
  // A browser sends the field of a file that was not chosen as an empty one.
  const chosen = file?.buffer.length ? { name: nameOf(file.originalname), bytes: file.buffer } : undefined;
  return { fields: { ...body }, file: chosen };
}

// Browsers write names in UTF-8, the parser reads them as Latin-1.
const nameOf = (read: string): string => Buffer.from(read, 'latin1').toString('utf8');

// The parser fails only over what was sent; nothing of ours runs in it.
function refuse(error: unknown, tooLarge: string): never {
  const code = error instanceof multer.MulterError ? error.code : undefined;
  if (code === 'LIMIT_FILE_SIZE') throw new DomainError('payload_too_large', tooLarge);
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    throw new DomainError('invalid_input', 'There is a file where none belongs');
  }
  if (code?.startsWith('LIMIT_')) throw new DomainError('payload_too_large', 'The form is too large');
  throw new DomainError('invalid_input', 'The form cannot be read');
}
