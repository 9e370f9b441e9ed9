import * as words from '@haat/contract/payments/payment';
import { expect, it } from 'vitest';
import english from '../../../i18n/en.json' with { type: 'json' };

it.each([
  [words.PAYMENT_UNAVAILABLE, 'payment.away'],
  [words.PAYMENT_NOT_OFFERED, 'payment.notOffered'],
  [words.PAYMENT_EXPIRED, 'payment.over'],
  [words.PAYMENT_REFUNDED, 'payment.returned'],
  [words.PAYMENT_FAILED, 'payment.verifyFailed'],
] as const)('has what the server says in both languages: “%s”', (said, id) => expect(english[id]).toBe(said));
