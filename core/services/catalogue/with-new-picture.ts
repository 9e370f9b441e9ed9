import { removePicture } from '../../pictures/remove-picture.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';

const PICTURE_LIMIT: Limit = { name: 'product-picture', points: 600, seconds: 3600 };

type Sent = { userId: number; picture: Buffer | undefined };

/**
 * Stores the picture, if there is one, and does the work with its path; a picture whose work fails does not stay. Throws
 * DomainError `rate_limited` and what `storePicture` throws, before the work begins.
 */
export async function withNewPicture<Result>(
  { userId, picture }: Sent,
  work: (path: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (!picture) return work(undefined);
  await countUse(PICTURE_LIMIT, String(userId));
  const path = await storePicture(picture);
  try {
    return await work(path);
  } catch (error) {
    await removePicture(path);
    throw error;
  }
}
