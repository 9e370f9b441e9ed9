import { pino } from 'pino';
import { env } from './env.ts';
import { currentTrace } from './trace.ts';

/** Structured lines on stdout. What could let somebody in, or say who somebody is, never reaches them. */
export const log = pino({
  level: env.LOG_LEVEL,
  // A copy: the fields of the line are written into it.
  mixin: () => ({ ...currentTrace() }),
  redact: {
    paths: [
      'token',
      'refreshToken',
      'authorization',
      'code',
      'email',
      'phone',
      'address',
      '*.token',
      '*.authorization',
      '*.email',
      '*.phone',
    ],
    censor: '[redacted]',
  },
});

/**
 * The lines about requests and what they set off, of whose fields none needs to be hidden. They are many, so that they are written together when
 * the one before is out; a process that is killed loses its last ones.
 */
export const accessLines = pino({ level: env.LOG_LEVEL }, pino.destination({ sync: false }));
