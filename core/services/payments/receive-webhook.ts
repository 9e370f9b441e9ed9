import type { PaymentProvider } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { paymentGateway } from '../../gateways/payments/gateways.ts';
import type { WebhookRequest } from '../../gateways/payments/payment-gateway.ts';
import { processWebhookEvent } from './process-webhook-event.ts';

type Received = WebhookRequest & { provider: PaymentProvider };

/**
 * Takes what a provider reports: keeps the event first, once however often it comes, and does what follows from it then. What
 * it did not sign leaves nothing behind. Throws invalid_input for that; unavailable where webhooks cannot be told from forged
 * ones, and when the event could not be processed, so that the provider sends it again.
 */
export async function receiveWebhook({ provider, ...request }: Received): Promise<void> {
  const gateway = paymentGateway(provider);
  if (!gateway?.readsWebhooks) throw new DomainError('unavailable', 'No webhooks of this provider are taken here.');
  const event = gateway.readWebhook(request);
  if (!event) throw new DomainError('invalid_input', 'This is not signed by the provider.');
  await database().pool.query({
    name: 'keep-webhook-event',
    text: `INSERT INTO webhook_events (provider, event_id, kind, payload) VALUES ($1, $2, $3, $4)
      ON CONFLICT (provider, event_id) DO NOTHING`,
    values: [provider, event.id, event.kind, event.payload],
  });
  await processWebhookEvent({ provider, eventId: event.id });
}
