import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { restore } from './back-up.ts';
import { verifyBackup } from './verify-backup.ts';

const home = mkdtempSync(join(tmpdir(), 'haat-verify-'));
const [backup, cluster] = [join(home, 'backup'), join(home, 'cluster')];
afterAll(() => rmSync(home, { recursive: true, force: true }));

const FILES: Record<string, string> = {
  PG_VERSION: '15\n',
  'global/pg_control': 'x'.repeat(8_192),
  'base/1/empty': '',
};

beforeEach(() => {
  rmSync(backup, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  for (const folder of [backup, join(cluster, 'global'), join(cluster, 'base/1'), join(cluster, 'pg_wal')])
    mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(FILES)) writeFileSync(join(cluster, path), content);
  writeFileSync(join(cluster, 'pg_wal/000000010000000000000001'), 'not in the list');
  writeManifest();
  pack();
});

// As PostgreSQL writes it: its last line is the checksum of the others.
function writeManifest(): void {
  const files = Object.entries(FILES).map(([path, content]) => ({
    Path: path,
    Size: content.length,
    'Checksum-Algorithm': 'SHA256',
    Checksum: createHash('sha256').update(content).digest('hex'),
  }));
  const body = `{ "PostgreSQL-Backup-Manifest-Version": 1,\n"Files": ${JSON.stringify(files)},\n`;
  const sum = createHash('sha256').update(body).digest('hex');
  writeFileSync(join(backup, 'backup_manifest'), `${body}"Manifest-Checksum": "${sum}"}\n`);
}

function pack(): void {
  const names = ['PG_VERSION', 'base', 'global', 'pg_wal'];
  const run = spawnSync('tar', ['--format=ustar', '-czf', join(backup, 'database.tar.gz'), '-C', cluster, ...names]);
  expect(run.status).toBe(0);
}

it('accepts a backup whose files are those of its list, and names its PostgreSQL', async () => {
  expect(await verifyBackup(backup)).toEqual({ postgresVersion: '15', isVerified: true });
});

it.each([
  ['differs', () => writeFileSync(join(cluster, 'global/pg_control'), 'y'.repeat(8_192)), /global\/pg_control differs/],
  ['is shorter', () => writeFileSync(join(cluster, 'global/pg_control'), 'x'), /global\/pg_control differs/],
  ['is missing', () => rmSync(join(cluster, 'base/1/empty')), /incomplete: base\/1\/empty is missing/],
])('names a file that %s', async (_, damage, message) => {
  damage();
  pack();
  await expect(verifyBackup(backup)).rejects.toThrow(message);
});

it('refuses a list that was changed, and reads a backup of an earlier version, which has none', async () => {
  writeFileSync(join(backup, 'backup_manifest'), '{ "Files": [],\n"Manifest-Checksum": "0"}\n');
  await expect(verifyBackup(backup)).rejects.toThrow('backup_manifest is incomplete');
  writeFileSync(join(backup, 'backup_manifest'), '');
  expect(await verifyBackup(backup)).toEqual({ postgresVersion: '15', isVerified: false });
});

it('does not restore a backup of another PostgreSQL', async () => {
  const into = { from: backup, dataDir: join(home, 'data'), uploadsDir: join(home, 'uploads') };
  await expect(restore(into)).rejects.toThrow(/backup is of PostgreSQL 15.*embedded PostgreSQL 18/);
});
