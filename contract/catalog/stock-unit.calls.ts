import * as z from 'zod';
import { MAX_CONTENT, mostStock, STOCK_UNITS } from './stock-unit.ts';

export const stockUnit = z.enum(STOCK_UNITS);

/** How the stock of a variant is kept, beside an amount of it. */
export const keptFields = {
  stock_unit: stockUnit.meta({ description: 'What amounts of the stock are in: pieces, grams or millilitres' }),
  content: z.number().int().min(1).max(MAX_CONTENT).meta({ description: 'How much of the stock one item takes' }),
};

/** The unit of an amount in a request. Pieces are items, also of a stock that is kept in grams or millilitres. */
export const writtenUnit = stockUnit
  .nullish()
  .meta({ description: 'The unit of the amount: `piece`, the default, for so many items, however the stock is kept' });

/** The most that can be written; of pieces, fewer. */
export const MOST_WRITTEN = mostStock('g');
