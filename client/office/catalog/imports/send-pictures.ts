import {
  finishPictureImport,
  importPicture,
  type PictureImportView,
  startPictureImport,
} from '@haat/contract/catalog/picture-imports.calls';
import { reasonOf } from '@haat/contract/reason';
import { ApiError, retryAfter } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { shrinkPicture } from '../../../lib/pictures.ts';
import type { PicturePlan, PictureProblem, PictureRow } from './plan-pictures.ts';

type Progress = {
  signal: AbortSignal;
  onRow: (row: PictureRow) => void;
  /** While nothing can be sent. */
  onWaiting: (isWaiting: boolean) => void;
};

/**
 * Sends the pictures of a plan one by one, and finishes the import, also when it is stopped by the signal. Waits while there is
 * no connection, and continues where an interrupted import of the same file was. Rejects when the server refuses the import.
 */
export async function sendPictures(
  shopId: number,
  { file, zip, rows }: PicturePlan,
  progress: Progress,
): Promise<PictureImportView> {
  const ready = rows.filter(({ problem }) => problem === undefined);
  const body = { file_name: nameOf(file), file_key: keyOf(file), pictures: ready.length };
  const started = await untilSent(() => call(startPictureImport, { params: { shopId }, body }), progress);
  const params = { shopId, id: started.id };
  const done = new Set(started.done);
  for (const row of ready) {
    if (progress.signal.aborted) break;
    const { product } = row;
    if (!product) continue;
    if (!done.has(product.id)) {
      const problem = await sendPicture(() => zip.read(row.path), { params, productId: product.id, progress });
      if (problem === 'stopped') break;
      if (problem) {
        progress.onRow({ ...row, problem });
        continue;
      }
    }
    progress.onRow({ ...row, isDone: true });
  }
  // Also of one that was stopped.
  return untilSent(() => call(finishPictureImport, { params }), { ...progress, signal: new AbortController().signal });
}

type Sending = { params: { shopId: number; id: number }; productId: number; progress: Progress };

async function sendPicture(
  read: () => Uint8Array<ArrayBuffer>,
  { params, productId, progress }: Sending,
): Promise<PictureProblem | 'stopped' | undefined> {
  const form = new FormData();
  form.append('product_id', String(productId));
  try {
    form.append('image', await shrinkPicture(new File([read()], 'picture')), 'picture');
  } catch {
    return 'damaged';
  }
  try {
    await untilSent(() => call(importPicture, { params, form, signal: progress.signal }), progress);
    return undefined;
  } catch (error) {
    if (progress.signal.aborted) return 'stopped';
    const { code } = reasonOf(error);
    if (code === 'import_conflict' || code === 'unauthenticated' || code === 'forbidden') throw error;
    return PROBLEMS[code] ?? 'failed';
  }
}

const PROBLEMS: Partial<Record<string, PictureProblem>> = {
  image_unreadable: 'unreadable',
  unsupported_media_type: 'not_picture',
  payload_too_large: 'too_large',
  not_found: 'gone',
};

const RETRY_MS = 5_000;

/** Repeats a call until the server has answered it: after a while, and when the device is online again. */
async function untilSent<Answer>(send: () => Promise<Answer>, { signal, onWaiting }: Progress): Promise<Answer> {
  for (;;) {
    try {
      const answer = await send();
      onWaiting(false);
      return answer;
    } catch (error) {
      const { code } = reasonOf(error);
      const isTemporary = code === 'network' || code === 'unavailable' || code === 'rate_limited';
      if (signal.aborted || !isTemporary) throw error;
      onWaiting(true);
      const seconds = error instanceof ApiError ? retryAfter(error.body) : undefined;
      await waitFor(seconds === undefined ? RETRY_MS : seconds * 1_000, signal);
    }
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

const nameOf = ({ name }: File): string =>
  name
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 255) || 'pictures.zip';

const keyOf = (file: File): string => `${file.size}:${file.lastModified}:${nameOf(file)}`;
