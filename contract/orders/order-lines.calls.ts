import * as z from 'zod';
import { LINE_CHANGES, LINE_OUTCOMES, PROPOSAL_STATES } from './adjustment.ts';
import { MAX_LINES, MAX_QUANTITY } from './cart.ts';
import { id, rupees, timestamp } from '../common.ts';

export const packedGrams = z.number().int().nullable().meta({ description: 'The weight as packed, if it was weighed' });

const itemForm = { size: z.string().nullable(), color: z.string().nullable(), unit: z.string().nullable() };

/** `amount`: the price of a line; it differs from `price` times `quantity` if it was weighed or replaced at the old price. */
const lineFields = {
  id,
  name: z.string(),
  quantity: z.number().int(),
  ...itemForm,
  price: rupees,
  amount: rupees,
  packed_grams: packedGrams,
};

/** Quantities of lines of an order, each line once. */
export const itemQuantities = z
  .array(z.object({ item_id: id, quantity: z.number().int().min(1).max(MAX_QUANTITY) }))
  .max(MAX_LINES)
  .refine((all) => new Set(all.map(({ item_id }) => item_id)).size === all.length, 'must have each line once');
export type ItemQuantities = z.infer<typeof itemQuantities>;

export const orderItemView = z.object({
  product_id: id,
  written_off: z.number().int().meta({ description: 'How many came back and cannot be sold again' }),
  returned: z.number().int().optional().meta({ description: 'How many of a counter sale came back' }),
  image: z.string().nullable(),
  sealed: z.literal(true).optional().meta({
    description: 'It has a size by weight, and the barcode of a sealed pack, which is not weighed; for the shop only',
  }),
  mrp: rupees.nullable().meta({ description: 'The printed maximum price of one when it was ordered' }),
  discount: rupees.meta({
    description: 'The share of the item in a discount on the whole counter sale, already subtracted from `amount`',
  }),
  unit_type: z.string().nullable(),
  size_id: id.nullable(),
  color_id: id.nullable(),
  unit_id: id.nullable(),
  ...lineFields,
});

/** The latest proposal of the shop to change lines of an order. Names come from the current catalog. */
export const proposalView = z.object({
  id,
  state: z.enum(PROPOSAL_STATES),
  total: rupees.meta({ description: 'The total if all of it is accepted' }),
  at: timestamp,
  answer_by: timestamp.nullable(),
  lines: z.array(
    z.object({
      kind: z.enum(LINE_CHANGES),
      quantity: z.number().int().nullable(),
      grams: z.number().int().nullable(),
      outcome: z
        .enum(LINE_OUTCOMES)
        .nullable()
        .meta({ description: 'The outcome for this item; null until the proposal is answered' }),
      item_id: id.meta({ description: 'The line of the order; of one to add, its id once it is accepted' }),
      at_old_price: z.boolean(),
      amount: rupees.meta({ description: 'The amount of the item if the proposal is accepted' }),
      replacement: z
        .object({ name: z.string(), ...itemForm, image: z.string().nullable(), product_id: id, price: rupees })
        .nullable()
        .meta({ description: 'What is sold instead of the line, or added' }),
    }),
  ),
});
export type ProposalView = z.infer<typeof proposalView>;

/** The lines of an order before a change. */
export const revisionView = z.object({
  revision: z.number().int(),
  total: rupees,
  until: timestamp,
  items: z.array(z.object(lineFields)),
});
export type RevisionView = z.infer<typeof revisionView>;

export type OrderItemView = z.infer<typeof orderItemView>;
