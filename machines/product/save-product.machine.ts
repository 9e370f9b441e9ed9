import type { ShopProduct } from '@haat/contract/api/products.schema';
import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { problemOf, type Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

/**
 * The form as it is sent. `picture`: the file that was chosen; only the actor looks into it. `key`: stands for this form, so
 * that one that was sent twice adds one product.
 */
export type SaveProduct = { fields: Record<string, string>; picture: unknown; key: string };
/** `current`: the product as somebody else has left it meanwhile; then nothing was saved. */
export type SavedProduct = { current?: ShopProduct };

/** The texts, by their keys, for a refusal without words, for a broken line, and for success. Spec section 8. */
type Texts = { failed: string; network: string; done: string };
type Input = { texts: Texts };
type Context = Input & { alert: Problem | undefined; current: ShopProduct | undefined };
type Events =
  | ({ type: 'submitted' } & SaveProduct)
  | { type: 'refused'; key: string }
  | { type: 'conflict.left' }
  | { type: 'alert.read' };

/**
 * Saves the form of a product: once, however often it is submitted, and never over what somebody else has saved meanwhile.
 * Every outcome is told by an alert, after which a saved form is left. Spec sections 2, 5 and 8, Add and Update Product.
 */
export const saveProductMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as Events,
    tags: {} as 'busy' | 'done',
  },
  actors: { saveProduct: fromPromise<SavedProduct, SaveProduct>(unprovided('saveProduct')) },
  actions: {
    forgetDraft: () => {},
    leave: () => {},
    tell: assign((_, alert: Problem) => ({ alert })),
    forgetAlert: assign({ alert: undefined }),
    keepCurrent: assign((_, { current }: SavedProduct) => ({ current })),
  },
  guards: { isConflict: (_, { current }: SavedProduct) => current !== undefined },
}).createMachine({
  id: 'saveProduct',
  context: ({ input }) => ({ ...input, alert: undefined, current: undefined }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        submitted: 'saving',
        refused: { actions: { type: 'tell', params: ({ event: { key } }) => ({ key }) } },
        'alert.read': { actions: 'forgetAlert' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetAlert',
      invoke: {
        src: 'saveProduct',
        input: ({ event }) => {
          assertEvent(event, 'submitted');
          return { fields: event.fields, picture: event.picture, key: event.key };
        },
        onDone: [
          {
            guard: { type: 'isConflict', params: ({ event }) => event.output },
            target: 'conflicted',
            actions: { type: 'keepCurrent', params: ({ event }) => event.output },
          },
          { target: 'saved' },
        ],
        onError: {
          target: 'editing',
          actions: {
            type: 'tell',
            params: ({ context: { texts }, event }) => problemOf(event.error, texts.failed, texts.network),
          },
        },
      },
    },
    conflicted: { on: { 'conflict.left': 'editing' } },
    saved: {
      tags: 'done',
      entry: ['forgetDraft', { type: 'tell', params: ({ context }) => ({ key: context.texts.done }) }],
      on: { 'alert.read': 'left' },
    },
    left: { type: 'final', tags: 'done', entry: 'leave' },
  },
});
