import { hostname } from 'node:os';
import { pino } from 'pino';
import { env } from './env.ts';
import { currentTrace, untraced } from '../lib/async.ts';
import { programName } from './program.ts';

const LINES = {
  level: env.LOG_LEVEL,
  formatters: { level: (level: string) => ({ level }) },
  base: { pid: process.pid, hostname: hostname() },
};

/** Structured lines on stdout. Credentials and personal data are redacted. */
export const log = pino({
  ...LINES,
  // A copy: pino adds the fields of the log entry to it.
  mixin: () => ({ program: programName(), ...currentTrace() }),
  redact: {
    paths: [
      'token',
      'refreshToken',
      'authorization',
      'code',
      'email',
      'phone',
      'mobile',
      'address',
      '*.token',
      '*.authorization',
      '*.email',
      '*.phone',
      '*.mobile',
    ],
    censor: '[redacted]',
  },
});

/**
 * The lines per request, none of whose fields needs redaction. There are many, so they are written asynchronously in batches;
 * a killed process loses its last ones.
 */
export const requestLog = pino(
  { ...LINES, mixin: () => ({ program: programName() }) },
  pino.destination({ sync: false }),
);

const THROTTLE_MS = 10_000;

/**
 * A listener for `error` events that flood while a store is unreachable: logs the first immediately, then one line per ten
 * seconds with the number of suppressed ones.
 */
export function throttledErrorLog(source: string): (error: Error) => void {
  let silentUntil = 0;
  let suppressed = 0;
  return (error) => {
    if (Date.now() < silentUntil) {
      suppressed++;
      return;
    }
    // A connection outlives the request that opened it.
    const line = { source, reason: error.message, suppressed };
    untraced(() => log.warn(line, 'Connection error'));
    silentUntil = Date.now() + THROTTLE_MS;
    suppressed = 0;
  };
}
