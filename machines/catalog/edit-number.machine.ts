import { reasonOf } from '@haat/contract/reason';
import { type NumberKind, readTypedNumber, typedNumber } from '@haat/contract/catalog/product-input';
import { formatStock, readAmount, type StockKept } from '@haat/contract/catalog/stock-unit';
import { unusualPrice } from '@haat/contract/catalog/unusual-price';
import { assign, fromPromise, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

/** `seen`: the value when the editing began. `isConfirmed`: an unusual price was confirmed. Resolves to the stored value. */
export type SaveNumber = { value: number; seen: number; isConfirmed?: true };

/** The number to edit. `kept`: of a stock by weight or volume. */
export type Edited = { kind: NumberKind; kept?: StockKept | undefined };

/** The typed number; undefined if it is invalid. */
export const readDraft = ({ kind, kept }: Edited, draft: string): number | undefined =>
  kept ? readAmount(draft, kept) : readTypedNumber(kind, draft);

const draftOf = ({ kind, kept }: Edited, value: number): string =>
  kept ? formatStock(value, kept.stockUnit) : typedNumber(kind, value);

/** `seen` belongs to the draft; `latest` is the shop's current value. */
type Context = Edited & {
  seen: number;
  latest: number;
  draft: string;
  sent: string;
  isConfirmed: boolean;
  problem: Problem | undefined;
};

function problemOfSaving(error: unknown): Problem {
  const reason = reasonOf(error);
  // The server's text repeats a number that the field shows by then, and is in English.
  if (reason.code === 'stock_changed') return { key: 'productList.stockChanged' };
  if (reason.code === 'edit_conflict') return { key: 'productList.priceChanged' };
  return { key: reason.code === 'network' ? 'productList.networkError' : 'productList.notSaved', reason };
}

/**
 * A price or a stock that is edited in place: typed and saved with Enter or by leaving the field, or stepped and saved 600 ms
 * after the last step. It is saved against the value that the editor saw, so that a sale in between is reported and not
 * overwritten. A price of 0, or ten times off, must be confirmed before it is saved.
 */
export const editNumberMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Edited & { value: number },
    events: {} as
      | { type: 'typed'; text: string }
      | { type: 'stepped'; by: number }
      | { type: 'committed' }
      | { type: 'confirmed' }
      | { type: 'discarded' }
      | { type: 'value.changed'; value: number },
    tags: {} as 'busy',
  },
  actors: { saveNumber: fromPromise<number, SaveNumber>(unprovided('saveNumber')) },
  delays: { stepsAtRest: 600 },
  actions: {
    type: assign((_, text: string) => ({ draft: text, problem: undefined })),
    step: assign(({ context }, by: number) => {
      const from = readDraft(context, context.draft) ?? context.seen;
      const to = from + by * (context.kept?.content ?? 1);
      return { draft: draftOf(context, Math.max(0, to)), problem: undefined };
    }),
    showLatest: assign(({ context }) => ({ seen: context.latest, draft: draftOf(context, context.latest) })),
  },
  guards: {
    isNoNumber: ({ context }) => readDraft(context, context.draft) === undefined,
    isUnchanged: ({ context }) => readDraft(context, context.draft) === context.seen,
    isUnusual: ({ context: { kind, draft, seen } }) => {
      const typed = kind === 'rupees' ? readTypedNumber(kind, draft) : undefined;
      return typed !== undefined && unusualPrice(seen, typed) !== undefined;
    },
    isAllSaved: ({ context: { draft, sent } }) => draft === sent,
  },
}).createMachine({
  id: 'editNumber',
  context: ({ input: { value, ...edited } }) => {
    const draft = draftOf(edited, value ?? 0);
    return { ...edited, seen: value, latest: value, draft, sent: draft, isConfirmed: false, problem: undefined };
  },
  initial: 'resting',
  on: { 'value.changed': { actions: assign({ latest: ({ event }) => event.value }) } },
  states: {
    resting: {
      entry: 'showLatest',
      on: {
        'value.changed': { actions: [assign({ latest: ({ event }) => event.value }), 'showLatest'] },
        typed: { target: 'typing', actions: { type: 'type', params: ({ event }) => event.text } },
        stepped: { target: 'stepping', actions: { type: 'step', params: ({ event }) => event.by } },
      },
    },
    typing: {
      on: {
        typed: { actions: { type: 'type', params: ({ event }) => event.text } },
        stepped: { target: 'stepping', actions: { type: 'step', params: ({ event }) => event.by } },
        committed: 'judging',
        discarded: { target: 'resting', actions: assign({ problem: undefined }) },
      },
    },
    stepping: {
      after: { stepsAtRest: 'judging' },
      on: {
        typed: { target: 'typing', actions: { type: 'type', params: ({ event }) => event.text } },
        stepped: { target: 'stepping', reenter: true, actions: { type: 'step', params: ({ event }) => event.by } },
        committed: 'judging',
        discarded: 'resting',
      },
    },
    judging: {
      always: [
        {
          guard: 'isNoNumber',
          target: 'typing',
          actions: assign({
            problem: ({ context }) => ({ key: `productList.no.${context.kept ? 'weight' : context.kind}` }),
          }),
        },
        { guard: 'isUnchanged', target: 'resting' },
        { guard: 'isUnusual', target: 'asking' },
        { target: 'saving' },
      ],
    },
    asking: {
      on: {
        typed: { target: 'typing', actions: { type: 'type', params: ({ event }) => event.text } },
        confirmed: { target: 'saving', actions: assign({ isConfirmed: true }) },
        discarded: 'resting',
      },
    },
    saving: {
      tags: 'busy',
      entry: assign({ sent: ({ context }) => context.draft, problem: undefined }),
      invoke: {
        src: 'saveNumber',
        input: ({ context }) => ({
          value: readDraft(context, context.draft) ?? context.seen,
          seen: context.seen,
          ...(context.isConfirmed && { isConfirmed: context.isConfirmed }),
        }),
        onDone: [
          { guard: 'isAllSaved', target: 'resting', actions: assign({ latest: ({ event }) => event.output }) },
          { target: 'stepping', actions: assign(({ event }) => ({ seen: event.output, latest: event.output })) },
        ],
        onError: { target: 'resting', actions: assign({ problem: ({ event }) => problemOfSaving(event.error) }) },
      },
      on: {
        typed: { actions: { type: 'type', params: ({ event }) => event.text } },
        stepped: { actions: { type: 'step', params: ({ event }) => event.by } },
      },
      exit: assign({ isConfirmed: false }),
    },
  },
});
