import { matchPictures, type PictureMatch } from '@haat/contract/catalog/picture-imports.calls';
import { MAX_MATCHED_NAMES, pictureNameOf } from '@haat/contract/catalog/picture-import';
import { call } from '../../../lib/api.ts';
import type { OpenZip, PackedFile } from './open-zip.ts';

/** Why a file is left out: found before it is sent, or `unreadable`, `gone` and `failed`, when it was. */
export type PictureProblem =
  NonNullable<PackedFile['problem'] | PictureMatch['problem']> | 'twice' | 'unreadable' | 'gone' | 'failed';

/** A file of a ZIP and its product; `isDone`: it is imported. */
export type PictureRow = {
  path: string;
  name: string;
  product: PictureMatch['product'];
  problem: PictureProblem | undefined;
  isDone: boolean;
};

export type PicturePlan = { file: File; zip: OpenZip; rows: readonly PictureRow[] };

/** The product of each picture of a ZIP. Throws ZipError, and what `call` does. */
export async function planPictures(shopId: number, file: File): Promise<PicturePlan> {
  // The unpacking code is loaded only for picture imports.
  const { openZip } = await import('./open-zip.ts');
  const zip = await openZip(file);
  const matches = await matchAll(shopId, zip.files);
  const taken = new Set<number>();
  const rows = zip.files.map(({ path, name, problem }): PictureRow => {
    const match = matches.get(path);
    const product = match?.product ?? null;
    const isTwice = product !== null && taken.has(product.id);
    if (product) taken.add(product.id);
    return {
      path,
      name,
      product,
      problem: problem ?? match?.problem ?? (isTwice ? 'twice' : undefined),
      isDone: false,
    };
  });
  return { file, zip, rows };
}

async function matchAll(shopId: number, files: readonly PackedFile[]): Promise<Map<string, PictureMatch>> {
  const pictures = files.filter(({ problem }) => problem === undefined);
  const matches = new Map<string, PictureMatch>();
  for (let at = 0; at < pictures.length; at += MAX_MATCHED_NAMES) {
    const part = pictures.slice(at, at + MAX_MATCHED_NAMES);
    const names = part.map(({ name }) => pictureNameOf(name).slice(0, 255));
    const answer = await call(matchPictures, { params: { shopId }, body: { names } });
    for (const [nth, { path }] of part.entries()) {
      const match = answer[nth];
      if (match) matches.set(path, match);
    }
  }
  return matches;
}
