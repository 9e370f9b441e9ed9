import type { Context } from 'koa';
import { readFileForm } from './file-form.ts';

export type PictureForm = {
  /** The texts of the form by the names of their fields; not parsed yet. */
  fields: Record<string, unknown>;
  /** The bytes of the picture, whatever they are; undefined when none was chosen. */
  picture: Buffer | undefined;
};

/** The form of a call that takes at most one picture, in the field of that name. Throws what `readFileForm` does. */
export async function readPictureForm(ctx: Context, field: string): Promise<PictureForm> {
  const { fields, file } = await readFileForm(ctx, { field, tooLarge: 'The picture must not be above 5 MB.' });
  return { fields, picture: file?.bytes };
}

/** The fields of a form that say anything: an empty one is as good as one that was not sent. Spec section 7. */
export function sentFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
