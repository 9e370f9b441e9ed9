import { readTab, storeInTab } from '../../lib/tab-storage.ts';
import type { Favourite } from './favourites-query.ts';

/** A favourite that a guest asked for; `path`: the screen where that was. */
type RequestedFavourite = Favourite & { path: string };

const KEY = 'requestedFavourite';
/** Where storage is forbidden. */
let unstored: RequestedFavourite | undefined;

/** The favourite that a guest of this tab marked before the login. */
export function readRequestedFavourite(): RequestedFavourite | undefined {
  const { kind, id, path } = (readTab(KEY) ?? unstored ?? {}) as Partial<RequestedFavourite>;
  const isValid = (kind === 'shops' || kind === 'products') && typeof id === 'number' && typeof path === 'string';
  return isValid ? { kind, id, path } : undefined;
}

/** Stores it for the time after the login; undefined removes it. */
export function storeRequestedFavourite(request: RequestedFavourite | undefined): void {
  unstored = request;
  storeInTab(KEY, request);
}
