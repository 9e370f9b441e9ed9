import * as api from '@haat/contract/catalog/picture-imports.calls';
import { importPicture } from '@haat/core/catalog/picture-imports/import-picture';
import { matchPictures } from '@haat/core/catalog/picture-imports/match-pictures';
import {
  findPictureImport,
  finishPictureImport,
  listPictureImports,
  startPictureImport,
} from '@haat/core/catalog/picture-imports/picture-import-record';
import { undoPictureImport } from '@haat/core/catalog/picture-imports/undo-picture-import';
import { type Route, route } from '../http/route.ts';

export const pictureImportsRoutes: Route[] = [
  route(api.matchPictures, ({ user, params, body }) => matchPictures({ by: user, ...params, ...body })),

  route(api.startPictureImport, ({ user, params, body: { file_name: fileName, file_key: fileKey, pictures } }) =>
    startPictureImport({ by: user, ...params, fileName, fileKey, pictures }),
  ),

  route(api.importPicture, async ({ user, params, readForm }) => {
    // Before the picture is read.
    await findPictureImport({ by: user, ...params });
    const { fields, file } = await readForm();
    return importPicture({ by: user, ...params, productId: fields.product_id, picture: file.bytes });
  }),

  route(api.finishPictureImport, ({ user, params }) => finishPictureImport({ by: user, ...params })),
  route(api.listPictureImports, ({ user, params }) => listPictureImports({ by: user, ...params })),
  route(api.undoPictureImport, ({ user, params }) => undoPictureImport({ by: user, ...params })),
];
