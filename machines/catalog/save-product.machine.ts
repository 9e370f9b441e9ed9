import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { type Problem, problemOf, type TextKey } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

/**
 * The form as it is sent. `files`: the new pictures; only the actor reads them. `key`: identifies this form, so that
 * sending it twice adds one product.
 */
export type SaveProduct = { fields: Record<string, string>; files: readonly unknown[]; key: string };
/** `current`: the product as another person has changed it since; then nothing was saved. */
export type SavedProduct = { current?: ShopProduct };

/** Text ids for an error without its own text, for a network error, and for success. */
type Texts = { failed: TextKey; network: TextKey; done: TextKey };
type Input = { texts: Texts };
type Context = Input & { alert: Problem | undefined; current: ShopProduct | undefined };
type Events =
  | ({ type: 'submitted' } & SaveProduct)
  | { type: 'refused'; key: TextKey }
  | { type: 'conflict.left' }
  | { type: 'alert.read' };

/**
 * Saves the form of a product: once, however often it is submitted, and never over a change that another person saved
 * meanwhile. Each outcome is shown as an alert; a saved form is left after it.
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
    deleteDraft: () => {},
    leave: () => {},
    showAlert: assign((_, alert: Problem) => ({ alert })),
    clearAlert: assign({ alert: undefined }),
    storeCurrent: assign((_, { current }: SavedProduct) => ({ current })),
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
        refused: { actions: { type: 'showAlert', params: ({ event: { key } }) => ({ key }) } },
        'alert.read': { actions: 'clearAlert' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'clearAlert',
      invoke: {
        src: 'saveProduct',
        input: ({ event }) => {
          assertEvent(event, 'submitted');
          return { fields: event.fields, files: event.files, key: event.key };
        },
        onDone: [
          {
            guard: { type: 'isConflict', params: ({ event }) => event.output },
            target: 'conflicted',
            actions: { type: 'storeCurrent', params: ({ event }) => event.output },
          },
          { target: 'saved' },
        ],
        onError: {
          target: 'editing',
          actions: {
            type: 'showAlert',
            params: ({ context: { texts }, event }) => problemOf(event.error, texts.failed, texts.network),
          },
        },
      },
    },
    conflicted: { on: { 'conflict.left': 'editing' } },
    saved: {
      tags: 'done',
      entry: ['deleteDraft', { type: 'showAlert', params: ({ context }) => ({ key: context.texts.done }) }],
      on: { 'alert.read': 'left' },
    },
    left: { type: 'final', tags: 'done', entry: 'leave' },
  },
});
