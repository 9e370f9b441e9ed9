/**
 * Whether an error means that the database is unavailable, or has no connection or space left, rather than that it refused a statement.
 * Such a request may be sent again later.
 */
export function isOutage(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = innerOf(each), depth += 1) {
    const code = 'code' in each && typeof each.code === 'string' ? each.code : '';
    if (OUTAGE_CODE.test(code) || OUTAGE_TEXT.test(each.message)) return true;
  }
  return false;
}

// System errors of the socket; SQLSTATE classes 08 (connection) and 57P0x (shutdown, crash, start-up), 53100 (disk full), 53300 (no
// slot), 25P03 (a transaction that did nothing for too long), and 25006: the server is a standby, or becomes primary in a moment.
const OUTAGE_CODE =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|25P03|57P0\d|53[13]00|25006)$/;

// pg gives these no code; knex puts the statement before them.
const OUTAGE_TEXT =
  /(?:^| - )(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

function innerOf(error: Error): unknown {
  return 'nativeError' in error ? error.nativeError : error.cause;
}
