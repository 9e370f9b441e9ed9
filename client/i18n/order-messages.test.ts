import { orderStatusText } from '@haat/contract/orders/order-messages';
import { ORDER_REASON_TEXTS } from '@haat/contract/orders/order-reason-texts';
import { ORDER_REASONS } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES, orderStatusLabel } from '@haat/contract/orders/order-status';
import { describe, expect, it } from 'vitest';
import english from './en.json' with { type: 'json' };
import hindi from './hi.json' with { type: 'json' };
import { customerStatusTextId } from './order-status-text.ts';

describe.each(ORDER_STATUSES)('push messages and mails name the status %s as the screens do', (status) => {
  it.each([false, true])('takeaway: %s', (takeaway) => {
    const id = customerStatusTextId(status, { takeaway });
    expect(orderStatusText({ status, takeaway }, 'en')).toBe(english[id]);
    expect(orderStatusText({ status, takeaway }, 'hi')).toBe(hindi[id]);
  });

  it.skipIf(status === 'Pending')('as the label of the status', () => {
    expect(orderStatusText({ status, takeaway: false }, 'en')).toBe(orderStatusLabel(status));
  });
});

it.each(ORDER_REASONS)('mails give the reason %s as the screens do', (reason) => {
  expect(ORDER_REASON_TEXTS.en[reason]).toBe(english[`reason.${reason}`]);
  expect(ORDER_REASON_TEXTS.hi[reason]).toBe(hindi[`reason.${reason}`]);
});
