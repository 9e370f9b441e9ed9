import { parseJson } from '../../lib/api.ts';
import type { Favourite } from './favourites-query.ts';

/** A favourite that a guest asked for; `path`: the screen where that was. */
type RequestedFavourite = Favourite & { path: string };

const KEY = 'requestedFavourite';
/** Where storage is forbidden. */
let unstored: string | undefined;

/** The favourite that a guest of this tab marked before the login. */
export function readRequestedFavourite(): RequestedFavourite | undefined {
  const request = parseJson(readStored() ?? unstored ?? '') as Partial<RequestedFavourite> | undefined;
  const { kind, id, path } = request ?? {};
  const isValid = (kind === 'shops' || kind === 'products') && typeof id === 'number' && typeof path === 'string';
  return isValid ? { kind, id, path } : undefined;
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Stores it for the time after the login; undefined removes it. */
export function storeRequestedFavourite(request: RequestedFavourite | undefined): void {
  unstored = request && JSON.stringify(request);
  try {
    if (unstored) sessionStorage.setItem(KEY, unstored);
    else sessionStorage.removeItem(KEY);
  } catch {
    // It lasts as long as the page.
  }
}
