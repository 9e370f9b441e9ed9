import * as z from 'zod';

export const visitCountView = z.object({ count: z.number().int() });
export type VisitCountView = z.infer<typeof visitCountView>;
