import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settingsFor, workerSettings } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haat-settings-'));
  vi.stubEnv('HAAT_DATA_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('needs nothing to be configured', () => {
  const { env, port, host } = settingsFor({});
  expect({ port, host }).toEqual({ port: 8080, host: '127.0.0.1' });
  expect(env).toMatchObject({
    HOST: '127.0.0.1',
    PORT: '8080',
    PUBLIC_URL: 'http://localhost:8080',
    UPLOADS_DIR: join(folder, 'uploads'),
  });
});

it('stores its own secret, readable by itself only', () => {
  const secret = settingsFor({}).env.JWT_SECRET;
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(settingsFor({}).env.JWT_SECRET).toBe(secret);
  expect(statSync(join(folder, 'jwt-secret')).mode & 0o077).toBe(0);
});

it('has an address of the database itself only beside that of a pooler', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://database/haat' };
  expect(settingsFor({ DATABASE_URL: 'postgres://pooler/haat', ...direct }).env).toMatchObject(direct);
  expect(settingsFor(direct).env.DATABASE_DIRECT_URL).toBe('');
});

it('keeps configured settings; an empty one counts as not configured', () => {
  const given = { PORT: '9000', OTP_RESEND_SECONDS: '30', PUBLIC_URL: '', LOG_LEVEL: 'debug' };
  const { env } = settingsFor(given);
  expect(env).toMatchObject({ ...given, PUBLIC_URL: 'http://localhost:9000' });
});

it('fills in nothing in production', () => {
  expect(settingsFor({ NODE_ENV: 'production' }).env).toEqual({ NODE_ENV: 'production', PORT: '8080' });
});

it.each(['0', '65536', 'http', '80.5'])('refuses the port "%s"', (PORT) => {
  expect(() => settingsFor({ PORT })).toThrow(/PORT ".*" is not a valid port/);
});

it('gives the worker the port after that of the api for its metrics, and none where none was named', () => {
  expect(workerSettings(settingsFor({ METRICS_PORT: '9464' })).env.METRICS_PORT).toBe('9465');
  expect(workerSettings(settingsFor({})).env).not.toHaveProperty('METRICS_PORT');
});
