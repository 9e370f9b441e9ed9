import * as z from 'zod';
import { MAX_MATCHED_NAMES, MAX_ZIP_PICTURES } from './picture-import.ts';
import { id, idParam, singleLine, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { PRODUCT_PATHS } from '../changes.ts';

const count = z.number().int().min(0);

/** The product that a picture is named after; `several`: more than one product of the shop has that name. */
export const pictureMatch = z
  .object({
    product: z.object({ id, name: z.string(), image: z.string().nullable() }).nullable(),
    problem: z.enum(['not_found', 'several']).nullable(),
  })
  .meta({ id: 'PictureMatch' });
export type PictureMatch = z.infer<typeof pictureMatch>;

/** An import of pictures from a ZIP file. */
export const pictureImportView = z
  .object({
    id,
    file_name: z.string(),
    pictures: count.meta({ description: 'how many were to be imported' }),
    imported: count,
    created_at: timestamp,
    finished_at: timestamp.nullable(),
    actor_name: z.string().nullable(),
    undone_at: timestamp.nullable(),
    undo_until: timestamp.nullable().meta({ description: 'until when it can be undone; null for one that cannot' }),
    kept: count.meta({ description: 'pictures that undoing has left, as they were changed since' }),
  })
  .meta({ id: 'PictureImport' });
export type PictureImportView = z.infer<typeof pictureImportView>;

export const pictureImportStart = pictureImportView
  .extend({ done: z.array(id).meta({ description: 'the products that have their picture of it already' }) })
  .meta({ id: 'PictureImportStart' });
export type PictureImportStart = z.infer<typeof pictureImportStart>;

export const shopPictureImportsParams = z.object({ shopId: idParam });
export const shopPictureImportParams = z.object({ shopId: idParam, id: idParam });

const name = z.string().max(255);

export const matchPicturesBody = z.strictObject({ names: z.array(name).min(1).max(MAX_MATCHED_NAMES) });

/** `file_key`: identifies the file. An import of the same file that was interrupted within the last day is continued. */
export const startPictureImportBody = z.strictObject({
  file_name: singleLine(255),
  file_key: z.string().min(1).max(400),
  pictures: z.number().int().min(1).max(MAX_ZIP_PICTURES),
});

export const importPictureForm = z.object({ product_id: idParam });

export const matchPictures = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/picture-imports/matches',
  access: 'catalog',
  summary: 'Find the products of pictures that are named after a barcode, a product or its id, in the same order',
  params: shopPictureImportsParams,
  body: matchPicturesBody,
  isReadOnly: true,
  output: z.array(pictureMatch),
});

export const startPictureImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/picture-imports',
  access: 'catalog',
  summary: 'Begin to import pictures of a ZIP file, or continue where it was interrupted',
  params: shopPictureImportsParams,
  body: startPictureImportBody,
  status: 201,
  output: pictureImportStart,
});

export const importPicture = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/picture-imports/:id/pictures',
  access: 'catalog',
  summary: 'Make a picture the main one of a product; repeated calls for a product import one',
  params: shopPictureImportParams,
  form: { fields: importPictureForm, file: { field: 'image', kind: 'picture', isRequired: true } },
  output: z.object({ product_id: id, image: z.string() }),
  errors: ['import_conflict', 'rate_limited'],
});

export const finishPictureImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/picture-imports/:id/finish',
  access: 'catalog',
  changes: ['/api/shops/:shopId/picture-imports', ...PRODUCT_PATHS],
  summary: 'Finish an import of pictures; repeated calls finish it once',
  params: shopPictureImportParams,
  output: pictureImportView,
});

export const listPictureImports = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/picture-imports',
  access: 'catalog',
  summary: "List a shop's last imports of pictures, newest first",
  params: shopPictureImportsParams,
  output: z.array(pictureImportView),
});

export const undoPictureImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/picture-imports/:id/undo',
  access: 'catalog',
  changes: ['/api/shops/:shopId/picture-imports', ...PRODUCT_PATHS],
  summary:
    'Undo an import of pictures within a day; pictures that were changed since stay as they are. Repeated calls undo it once',
  params: shopPictureImportParams,
  output: pictureImportView,
  errors: ['import_conflict'],
});
