import { pino } from 'pino';
import { env } from './env.ts';

/** Structured lines on stdout. What could let somebody in, or say who somebody is, never reaches them. */
export const log = pino({
  level: env.LOG_LEVEL,
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
