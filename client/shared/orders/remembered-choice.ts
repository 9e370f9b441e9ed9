import { IF_UNAVAILABLE, type IfUnavailable } from '@haat/contract/orders/order-terms';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

const KEY = 'ifUnavailable';

/** This device's last choice for items that are not there. */
export function readChoice(): IfUnavailable | undefined {
  const stored = readStored(KEY);
  return IF_UNAVAILABLE.find((choice) => choice === stored);
}

export function rememberChoice(choice: IfUnavailable): void {
  writeStored(KEY, choice);
}

export function forgetChoice(): void {
  removeStored(KEY);
}
