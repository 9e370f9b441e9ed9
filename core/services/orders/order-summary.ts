import { formatPaise } from '@haat/contract/rules/rupees';

/** How much of what price, as the shop's message ends. */
export const orderSummary = (count: number, totalPaise: number): string =>
  `${count} ${count === 1 ? 'item' : 'items'}, ${formatPaise(totalPaise)}`;
