import type { UserView } from '@haat/contract/accounts/users.calls';
import type { PickUpContact } from '@haat/contract/accounts/contact';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readTab, storeInTab, textsIn } from '../../lib/tab-storage.ts';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { reloadOwnOrders } from '../../shared/orders/order-payment.ts';
import { settleRequest, unpaidRequest } from '../../shared/orders/pending-order.ts';

/** The customer's entries at the checkout: the note for the shop, and who picks up. */
export type CheckoutDraft = { note: string; typed: Partial<PickUpContact> };

/** `userId`: who typed it; undefined for a guest, whose draft belongs to the user who logs in next. */
type StoredDraft = CheckoutDraft & { userId?: number | undefined };

const keyOf = (shopSlug: string) => `checkoutDraft_${shopSlug}`;

/**
 * The entries at this shop's checkout, so that a login, a reload or an interrupted payment loses nothing: from this tab, else
 * from the unpaid order. Never the entries of another user.
 */
export function readDraft(shopSlug: string, userId: number | undefined): CheckoutDraft {
  const { note = '', contact = {} } = unpaidRequest(`${userId}_${shopSlug}`) ?? {};
  const stored = (readTab(keyOf(shopSlug)) ?? {}) as Partial<StoredDraft>;
  if (stored.userId !== undefined && stored.userId !== userId) return { note, typed: contact };
  return { note: textsIn(stored).note ?? note, typed: stored.typed ? textsIn(stored.typed) : contact };
}

/** Stores the draft. */
export const storeDraft = (shopSlug: string, draft: StoredDraft): void => storeInTab(keyOf(shopSlug), draft);

/**
 * Ends the checkout once its order was shown: the next order has its own note. A profile without name or mobile may have
 * got them from the order.
 */
export function useSettleOrder(shopSlug: string): () => void {
  const { userId, user } = useSession();
  const sendToSession = useSessionSend();
  const queries = useQueryClient();
  const isIncomplete = user !== undefined && !(user.name && !lacksMobile(user));
  return useCallback(() => {
    settleRequest(`${userId}_${shopSlug}`);
    storeInTab(keyOf(shopSlug), undefined);
    void reloadOwnOrders(queries);
    if (isIncomplete) sendToSession({ type: 'profile.changed' });
  }, [shopSlug, userId, isIncomplete, sendToSession, queries]);
}

/** Whether the profile has no mobile: then it gets the number of a takeaway. */
export function lacksMobile(user: UserView | undefined): boolean {
  return user !== undefined && !(user.mobile ?? user.login_mobile);
}
