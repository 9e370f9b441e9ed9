/**
 * Lists, statistics and histories may be read from a replica of the database, which can be some seconds behind. A client that has
 * changed something, or was notified of a change, sends this header with its calls for `READ_PRIMARY_MS`, so that they include
 * that change.
 */
export const READ_FROM = 'read-from';
export const PRIMARY = 'primary';
export const READ_PRIMARY_MS = 10_000;

/** The maximum lag of a replica: below `READ_PRIMARY_MS`, with time for a response over a slow connection. */
export const MAX_REPLICA_LAG_MS = 8_000;
