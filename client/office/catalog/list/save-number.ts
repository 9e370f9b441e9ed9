import { formatRupees } from '@haat/contract/rupees';
import type { SaveNumber } from '@haat/machines/catalog/edit-number.machine';
import { textOf } from '../../../i18n/language.ts';
import { callOrQueue, type Outcome } from '../../../lib/offline-queue/offline-queue.ts';

type NumberOfVariant = { variantId: number; of: 'stock' | 'price' };

/** `name`: of the variant, for the list of what waits. */
export type NamedNumber = NumberOfVariant & { name: string };

/**
 * Saves a price or a stock against the value that was seen, now or when there is a connection again. Resolves to the product
 * if it is saved. Rejects like `call`.
 */
export function saveNumber(
  { variantId: id, of, name }: NamedNumber,
  { value, seen, isConfirmed }: SaveNumber,
): Promise<Outcome<'setPrice' | 'setStock'>> {
  const params = { id };
  const subject = `variant:${id}:${of}`;
  if (of === 'stock') {
    const label = textOf('queue.stock', { name, stock: value });
    return callOrQueue({ call: 'setStock', input: { params, body: { stock: value, seen } }, label, subject });
  }
  const label = textOf('queue.price', { name, price: formatRupees(value) });
  const confirmed = value === 0 && isConfirmed ? { confirm_free: true } : {};
  return callOrQueue({
    call: 'setPrice',
    input: { params, body: { price: value, seen, ...confirmed } },
    label,
    subject,
  });
}
