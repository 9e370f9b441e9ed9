import { packSizeOf } from '../catalog/pack-size.ts';
import type { Weighed } from '../catalog/scale-label.ts';
import { plainDigits } from '../plain-digits.ts';
import { isRupees, toPaise } from '../rupees.ts';
import { MAX_QUANTITY } from './cart.ts';
import { MAX_SALE_GRAMS } from './counter-sale.ts';

/** A search at the counter with what stands before it: `3*` is a quantity, `1.35kg` a weight, `₹20` an amount to sell for. */
export type TypedItem = { quantity: number; weighed?: Weighed; search: string };

const QUANTITY = /^\s*(\d{1,3})\s*[*x×]\s*(.*)$/isu;
// A code may follow without a space, but not digits after digits.
const WEIGHT = /^\s*((?:\d[\d.,/]*\s?[½¼¾]?|[½¼¾])\s*([\p{L}\p{M}]+)\.?)(?=[\s\d]|$)\s*(.*)$/isu;
const SUM = String.raw`(\d[\d,]*(?:\.\d{1,2})?)`;
const AMOUNTS = [
  new RegExp(String.raw`^\s*(?:₹|rs\.?|रु\.?)\s*${SUM}(?=\s|$)\s*(.*)$`, 'isu'),
  new RegExp(String.raw`^\s*${SUM}\s*(?:₹|\/-|rs\.?|rupees?|रु(?:पये|\.)?)(?=[\s\d]|$)\s*(.*)$`, 'isu'),
];
const MOST_PAISE = 10_000_000;

/** Reads the search of the counter. */
export function readTyped(text: string): TypedItem {
  const typed = plainDigits(text);
  const [, digits, counted] = QUANTITY.exec(typed) ?? [];
  if (digits !== undefined && counted !== undefined)
    return { quantity: Math.min(Math.max(1, Number(digits)), MAX_QUANTITY), search: endOf(text, counted) };
  const [, weight, unit, ofWeight] = WEIGHT.exec(typed) ?? [];
  const grams = weight && unit ? readGrams(weight, unit) : undefined;
  if (grams !== undefined && ofWeight !== undefined)
    return { quantity: 1, weighed: { grams }, search: endOf(text, ofWeight) };
  const [, sum, ofAmount] = AMOUNTS.map((amount) => amount.exec(typed)).find(Boolean) ?? [];
  const pricePaise = sum === undefined ? undefined : readPaise(sum);
  if (pricePaise !== undefined && ofAmount !== undefined)
    return { quantity: 1, weighed: { pricePaise }, search: endOf(text, ofAmount) };
  return { quantity: 1, search: text.trim() };
}

/** The end of the text as it was typed, with the digits of its script. */
const endOf = (text: string, end: string): string => text.slice(text.length - end.length).trim();

/** A comma is a decimal one in `1,35 kg`, and separates thousands in `1,250 g`. */
function readGrams(weight: string, unit: string): number | undefined {
  const isInGrams = (packSizeOf(`1 ${unit}`)?.quantity ?? 1) < 1;
  const size = packSizeOf(weight.replaceAll(',', isInGrams ? '' : '.'));
  const grams = size?.per === 'kg' ? Math.round(size.quantity * 1000) : 0;
  return grams >= 1 && grams <= MAX_SALE_GRAMS ? grams : undefined;
}

function readPaise(sum: string): number | undefined {
  const rupees = Number(sum.replaceAll(',', ''));
  const paise = isRupees(rupees) ? toPaise(rupees) : 0;
  return paise > 0 && paise <= MOST_PAISE ? paise : undefined;
}
