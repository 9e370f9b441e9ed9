/** How long the outside service takes for one call. */
export const CALL_MS = 50;

export const DELIVERIES = 'deliveries';
