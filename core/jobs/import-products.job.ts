import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/** Works an import of products off. `subjectId` is the import's id; one that was broken off goes on where it was. */
export const importProductsJob = defineJob({ name: 'import-products', queue: 'imports', payload: outboxPayload });
