import type { PaymentProvider } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';

/** The next sweep asks how the refunds under way of that money stand: their provider has said that something happened. */
export async function hastenRefunds(provider: PaymentProvider, providerPaymentId: string): Promise<void> {
  await database().pool.query({ name: 'hasten-refunds', text: HASTEN, values: [provider, providerPaymentId] });
}

const HASTEN = `
  UPDATE refunds SET next_check_at = now()
  WHERE state = 'requested'
    AND payment_id = (SELECT id FROM payments WHERE provider = $1 AND provider_payment_id = $2)`;
