// Set-up of every server test file: its own database, named in the environment before anything of core is loaded.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { execute, withDatabase } from './databases.ts';

const { serverUrl, prefix, poolerUrl } = inject('testServers');
const database = `${prefix}${randomBytes(6).toString('hex')}`;
await execute(serverUrl, [`create database ${database} template ${prefix}template`]);

process.env.DATABASE_URL = withDatabase(poolerUrl ?? serverUrl, database);
process.env.DATABASE_DIRECT_URL = poolerUrl ? withDatabase(serverUrl, database) : '';
process.env.JWT_SECRET ??= 'a secret for tests, known to everybody';
process.env.LOG_LEVEL ??= 'silent';
// Most tests place many orders as one customer; the tests of the limits set them.
const LIMITS = ['ORDERS_PER_HOUR', 'ORDERS_PER_HOUR_NEW', 'ORDERS_PER_IP_PER_HOUR', 'SEARCHES_PER_IP_PER_MINUTE'];
for (const name of LIMITS) process.env[name] ??= '0';
// Set by the developer who runs the tests; it does not choose their mode.
delete process.env.REDIS_URL;
