import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '../../core/test/mail-server.ts';
import { PostgresSupervisor } from '../../tools/app/postgres-supervisor.ts';

/** `mounts`: the volumes of the image, by their place. */
export type Stores = { mounts: Record<string, string>; secrets: Record<string, string> };

const USER = 1_000;
const SECRETS = '/etc/haat/secrets';

/** Starts PostgreSQL and a mail server, with the secrets in files and a volume for pictures, and does the work. */
export async function withStores(work: (stores: Stores) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-image-data-'));
  chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
  process.env.HAAT_DATA_DIR = dataDir;
  const postgres = new PostgresSupervisor();
  const mail = await startMailServer();
  try {
    const databaseUrl = await postgres.start();
    const jwtSecret = randomBytes(32).toString('hex');
    // For what this process itself does with the services.
    Object.assign(process.env, { DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret, LOG_LEVEL: 'error' });
    const mounts = { [SECRETS]: join(dataDir, 'secrets'), '/data/uploads': join(dataDir, 'uploads') };
    for (const folder of Object.values(mounts)) mkdirSync(folder);
    chownSync(join(dataDir, 'uploads'), USER, USER);
    const secrets: Record<string, string> = {};
    const values = { 'database-url': databaseUrl, 'jwt-secret': jwtSecret, 'smtp-url': mail.url };
    for (const [file, value] of Object.entries(values)) {
      const path = join(dataDir, 'secrets', file);
      writeFileSync(path, `${value}\n`, { mode: 0o440 });
      chownSync(path, 0, USER);
      secrets[`${file.replace('-', '_').toUpperCase()}_FILE`] = `${SECRETS}/${file}`;
    }
    await work({ mounts, secrets });
  } finally {
    await mail.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
