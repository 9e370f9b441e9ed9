import type { PaymentProvider } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError, GatewayError } from '../../errors.ts';
import { processWebhookEvent } from './process-webhook-event.ts';
import { workThrough } from './work-through.ts';

const BATCH = 10;
/** After about a day; what is left then is on the operator's page. */
const MOST_ATTEMPTS = 30;

type Waiting = { provider: PaymentProvider; eventId: string };

/** Tries the providers' reports again that could not be processed when they came. Answers how many were. */
export const retryWebhooks = (): Promise<number> =>
  workThrough({
    batch: BATCH,
    claim: async () => (await database().pool.query<Waiting>({ name: 'claim-webhooks', text: CLAIM })).rows,
    act: (event) => processWebhookEvent(event).catch((error: unknown) => keepForLater(event, error)),
  });

function keepForLater({ provider }: Waiting, error: unknown): never {
  throw error instanceof DomainError && error.code === 'unavailable' ? new GatewayError(provider, error) : error;
}

const CLAIM = `
  UPDATE webhook_events
  SET next_check_at = now() + least(interval '30 seconds' * 2 ^ least(attempts, 10), interval '1 hour')
  WHERE (provider, event_id) IN (
    SELECT provider, event_id FROM webhook_events
    WHERE processed_at IS NULL AND next_check_at <= now() AND attempts < ${MOST_ATTEMPTS}
    ORDER BY next_check_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING provider, event_id AS "eventId"`;
