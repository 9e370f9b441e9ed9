import { reasonOf } from '@haat/contract/rules/reason';
import type { Problem } from '@haat/machines/problem';
import { saveProductMachine, type SavedProduct, type SaveProduct } from '@haat/machines/product/save-product.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import type { TextId } from '../../i18n/text-id.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import type { OwnShop } from './OwnDesk.tsx';
import { saveProduct } from './save-product.ts';

/** What is said where the server has no words, where the line is broken, and when it is saved. Spec section 8. */
export type SaveTexts = Record<'failed' | 'network' | 'done', TextId>;
type Wanted = {
  shop: OwnShop;
  productId: number | undefined;
  texts: SaveTexts;
  onSaved: () => void;
  /** Another form was sent under the same key before. */
  onKeyUsed: () => void;
};

const KEY_USED = 'idempotency_conflict';
const SENT_BEFORE: TextId = 'addProduct.sentBefore';

/** The machine that saves the form of a product; a saved one leads to the shop's products, which are read again. */
export function useSaveProduct({ shop, productId, texts, onSaved, onKeyUsed }: Wanted) {
  const navigate = useNavigate();
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
      forgetDraft: () => {
        onSaved();
        void queries.invalidateQueries({ queryKey: QUERY_KEYS.products(shop.id) });
      },
      leave: () => void navigate(`/${shop.slug}/products`),
    },
  });
  const [state, send] = useMachine(machine, { input: { texts } });
  const { alert } = state.context;
  const problem: Problem | undefined = alert?.reason?.code === KEY_USED ? { key: SENT_BEFORE } : alert;
  return { state, send, problem };
}
