import type { AddressFields } from '@haat/contract/rules/address';

/** What somebody typed into the form of one address, or of a new one. */
export type DraftOf = { userId: number | undefined; addressId: number | undefined };

const keyOf = ({ userId, addressId }: DraftOf) => `addressDraft_${userId ?? ''}_${addressId ?? 'new'}`;

/** What was typed and not saved yet in this tab: a closed popup, a reload or a login in between loses nothing. */
export function readDraft(of: DraftOf): Partial<AddressFields> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? '{}');
    const texts = Object.entries(stored ?? {}).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Keeps what is typed; nothing happens where storage is full or forbidden. */
export function keepDraft(of: DraftOf, fields: AddressFields): void {
  try {
    sessionStorage.setItem(keyOf(of), JSON.stringify(fields));
  } catch {
    // The form itself still has it.
  }
}

/** It was saved. */
export function forgetDraft(of: DraftOf): void {
  try {
    sessionStorage.removeItem(keyOf(of));
  } catch {
    // Nothing was stored where nothing can be removed.
  }
}
