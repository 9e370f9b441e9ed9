import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setting } from '@haat/core/ops/setting';
import { dataDir, uploadsDir } from '../lib/paths.ts';
import { UserError } from '../lib/problem.ts';

/** The environment of api and worker, and what the launcher itself needs of it. */
export type Settings = { env: Record<string, string>; host: string; port: number; isProduction: boolean };

/**
 * The settings to run with: the environment wins, the rest is filled in so that
 * one person can try everything immediately. Throws a UserError for an invalid PORT.
 */
export function settingsFor(given: NodeJS.ProcessEnv): Settings {
  const port = portOf(given.PORT);
  const isProduction = given.NODE_ENV === 'production';
  const filledIn = isProduction ? {} : forOnePerson(port);
  const env: Record<string, string> = {
    ...filledIn,
    ...definedOnly(given),
    ...databaseOf(given),
    PORT: String(port),
  };
  return { env, host: env.HOST ?? '0.0.0.0', port, isProduction };
}

/** The environment of the worker, which cannot serve its metrics on the api's port when both run on one machine. */
export function workerSettings({ env }: Settings): { env: Record<string, string> } {
  const { METRICS_PORT: port } = env;
  return { env: port ? { ...env, METRICS_PORT: String(Number(port) + 1) } : env };
}

function portOf(text = ''): number {
  const port = Number(text || 8080);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UserError(
    `PORT "${text}" is not a valid port. Choose a number from 1 to 65535, for example: PORT=8081 npm start`,
  );
}

function forOnePerson(port: number): Record<string, string> {
  return {
    NODE_ENV: 'development',
    // Its mailbox can be read without logging in, so it is open to the network only when HOST is set.
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    UPLOADS_DIR: uploadsDir(),
    // Stored, so that a restart does not log everybody out.
    JWT_SECRET: storedSecret('jwt-secret'),
    // The terminal is for people here; LOG_LEVEL=info shows every request.
    LOG_LEVEL: 'warn',
    OTP_RESEND_SECONDS: '1',
    OTP_PER_EMAIL_PER_HOUR: '500',
    OTP_PER_IP_PER_HOUR: '3000',
    ORDERS_PER_HOUR: '0',
    ORDERS_PER_HOUR_NEW: '0',
    ORDERS_PER_IP_PER_HOUR: '0',
    SEARCHES_PER_IP_PER_MINUTE: '0',
  };
}

// The launcher runs its own database where none is named, be it in a file. A direct address would be that of another one.
function databaseOf(given: NodeJS.ProcessEnv): Record<string, string> {
  const url = setting('DATABASE_URL', given);
  const direct = setting('DATABASE_DIRECT_URL', given);
  if (!direct) return url ? { DATABASE_URL: url } : {};
  return url
    ? { DATABASE_URL: url, DATABASE_DIRECT_URL: direct }
    : { DATABASE_DIRECT_URL: '', DATABASE_DIRECT_URL_FILE: '' };
}

function definedOnly(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** A secret of this data folder, created once: it survives restarts. */
export function storedSecret(name: string): string {
  const file = join(dataDir(), name);
  mkdirSync(dataDir(), { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
