import {
  addPurchase,
  bookPurchase,
  changePurchase,
  deletePurchase,
  type PurchaseView,
} from '@haat/contract/stock/purchases.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { textOf } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { type PurchaseDraft, toBody } from './purchase-draft.ts';
import { STOCK_KEYS } from './stock-queries.ts';

type Saving = { initial: PurchaseView | undefined; onSaved: (draft: PurchaseDraft) => void };

/** Saves the draft of a purchase, books it, or deletes it. A new one is added once, however often it is sent. */
export function useSavePurchase({ shopId, slug }: GuardedShop, { initial, onSaved }: Saving) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRefusalText('purchase.notSaved');
  const [key] = useState(() => crypto.randomUUID());
  const stored = useRef(initial);
  const list = `/${slug}/admin/stock/purchases`;

  const store = async (draft: PurchaseDraft): Promise<PurchaseView> => {
    const before = stored.current;
    const body = toBody(draft);
    const params = { shopId };
    const saved = before
      ? await call(changePurchase, { params: { shopId, id: before.id }, body: { ...body, version: before.version } })
      : await call(addPurchase, { params, body, key });
    stored.current = saved;
    onSaved(draft);
    return saved;
  };
  const save = useMutation({
    mutationFn: store,
    onSuccess: async (saved) => {
      queries.setQueryData(STOCK_KEYS.purchase(shopId, saved.id), saved);
      void showText('success', textOf('purchase.saved'));
      if (!initial) await navigate(`${list}/${saved.id}`, { replace: true });
    },
  });
  const book = useMutation({
    mutationFn: async (draft: PurchaseDraft) => {
      const { id } = await store(draft);
      return call(bookPurchase, { params: { shopId, id } });
    },
    onSuccess: async (booked) => {
      queries.setQueryData(STOCK_KEYS.purchase(shopId, booked.id), booked);
      await navigate(`${list}/${booked.id}`, { replace: true });
      await queries.invalidateQueries({ queryKey: ['stock', shopId] });
      await queries.invalidateQueries({ queryKey: ['shop-products', shopId] });
    },
  });
  const remove = useMutation({
    mutationFn: async (draft: PurchaseDraft) => {
      if (stored.current) await call(deletePurchase, { params: { shopId, id: stored.current.id } });
      onSaved(draft);
    },
    onSuccess: async () => {
      await navigate(list, { replace: true });
      await queries.invalidateQueries({ queryKey: ['stock', shopId, 'purchases'] });
    },
  });
  return {
    save: (draft: PurchaseDraft) => save.mutate(draft),
    book: (draft: PurchaseDraft) => book.mutate(draft),
    remove: (draft: PurchaseDraft) => remove.mutate(draft),
    isPending: save.isPending || book.isPending || remove.isPending,
    problem: refusal(save.error ?? book.error ?? remove.error),
  };
}
