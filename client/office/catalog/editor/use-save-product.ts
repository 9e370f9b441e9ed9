import { addProduct, changeProduct, shopProductView, type ShopProduct } from '@haat/contract/catalog/products.calls';
import { reasonOf } from '@haat/contract/reason';
import type { Problem } from '@haat/machines/problem';
import { type SavedProduct, type SaveProduct, saveProductMachine } from '@haat/machines/catalog/save-product.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import type { TextId } from '../../../i18n/use-text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call, matches } from '../../../lib/api.ts';
import { shrinkPicture } from '../../../lib/pictures.ts';
import { reload } from '../../../lib/reload.ts';
import type { GuardedShop } from '../../../shared/session/RouteGuard.tsx';

/** The texts of a failure without a server text, of a network error, and of success. */
export type SaveTexts = Record<'failed' | 'network' | 'done', TextId>;
type Options = {
  shop: GuardedShop;
  productId: number | undefined;
  texts: SaveTexts;
  onSaved: () => void;
  /** Another request was sent with the same idempotency key. */
  onKeyUsed: () => void;
};

const KEY_USED = 'idempotency_conflict';
const SENT_BEFORE: TextId = 'addProduct.sentBefore';

/** Saves the product form; afterwards the shop's products are refetched, and a changed one leads back to where it was opened. */
export function useSaveProduct({ shop, productId, texts, onSaved, onKeyUsed }: Options) {
  const navigate = useNavigate();
  const returnPath = useReturnPath(shop.slug);
  const queries = useQueryClient();
  const machine = saveProductMachine.provide({
    actors: {
      saveProduct: fromPromise<SavedProduct, SaveProduct>(({ input }) =>
        saveProduct(productId, input).catch((error: unknown) => {
          if (reasonOf(error).code === KEY_USED) onKeyUsed();
          throw error;
        }),
      ),
    },
    actions: {
      deleteDraft: () => {
        onSaved();
        void reload(queries, ['/api/products']);
      },
      leave: () => void navigate(productId === undefined ? `/${shop.slug}/products` : returnPath),
    },
  });
  const [state, send] = useMachine(machine, { input: { texts } });
  const { alert } = state.context;
  const problem: Problem | undefined = alert?.reason?.code === KEY_USED ? { key: SENT_BEFORE } : alert;
  return { state, send, problem };
}

/** The screen whose link led to this one; else the list of products in the back office. */
function useReturnPath(slug: string): string {
  const { state } = useLocation();
  const { from } = (state ?? {}) as { from?: unknown };
  return typeof from === 'string' && from.startsWith(`/${slug}/`) ? from : `/${slug}/admin/products`;
}

const CONFLICTS: readonly string[] = ['edit_conflict', 'stock_changed'];

/**
 * Updates a product, or creates one without an id: with an idempotency key, so that a retry adds nothing twice. Returns
 * the current product on a conflict; rejects like `call` otherwise.
 */
async function saveProduct(id: number | undefined, { fields, files, key }: SaveProduct): Promise<SavedProduct> {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  for (const file of files) if (file instanceof File) form.append('image', await shrinkPicture(file), file.name);
  try {
    await (id === undefined ? call(addProduct, { form, key }) : call(changeProduct, { params: { id }, form }));
    return {};
  } catch (error) {
    const current = currentOf(error);
    if (!current) throw error;
    return { current };
  }
}

/** The current product in the body of a conflict. */
function currentOf(error: unknown): ShopProduct | undefined {
  if (!(error instanceof ApiError) || !CONFLICTS.includes(error.reason.code)) return undefined;
  const { current } = error.body as { current?: unknown };
  return matches(current, shopProductView) ? current : undefined;
}
