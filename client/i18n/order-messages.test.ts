import { orderStatusText } from '@haat/contract/messages/order-messages';
import { ORDER_STATUSES, orderStatusLabel } from '@haat/contract/rules/order-status';
import { expect, it } from 'vitest';
import english from './en.json' with { type: 'json' };
import hindi from './hi.json' with { type: 'json' };
import { orderStatusTextId } from './order-status-text.ts';

it.each(ORDER_STATUSES)('push messages and mails name the status %s as the screens do', (status) => {
  const id = orderStatusTextId(status);
  expect(orderStatusText(status, 'en')).toBe(english[id]);
  expect(orderStatusText(status, 'en')).toBe(orderStatusLabel(status));
  expect(orderStatusText(status, 'hi')).toBe(hindi[id]);
});
