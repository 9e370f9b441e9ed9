import { markDispatched } from '@haat/core/outbox/mark-dispatched';
import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { runImport } from '@haat/core/services/imports/run-import';

/** Works an import of products off. Until it is through, its row stays in the outbox: the sweeper brings back what is lost. */
export async function importProducts({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  await runImport(subjectId);
  await markDispatched(outboxId);
}
