import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../lib/problem.ts';
import { CLUSTER_FILE, MANIFEST_FILE } from './base-backup.ts';
import { type FileReader, readTar } from './read-tar.ts';

/** Paths that are not UTF-8 are encoded. */
type ManifestFile = { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum: string };
type Manifest = { Files: ManifestFile[]; 'Manifest-Checksum': string };

/** `isVerified`: false for a backup of an earlier version, which has no list of its files. */
export type Verified = { postgresVersion: string; isVerified: boolean };

/**
 * Reads the whole copy of the database in `folder` and compares it with PostgreSQL's list of its files, as pg_verifybackup does.
 * Throws a UserError that names the first damage.
 */
export async function verifyBackup(folder: string): Promise<Verified> {
  const archive = join(folder, CLUSTER_FILE);
  if (!existsSync(archive)) throw new UserError(`${folder} is not a complete backup: ${CLUSTER_FILE} is missing.`);
  const files = readManifest(join(folder, MANIFEST_FILE));
  let postgresVersion = '';
  const damaged: string[] = [];
  const unread = new Set(files?.keys());
  try {
    await readTar(archive, (path) => {
      unread.delete(path);
      if (path === 'PG_VERSION') return collect((content) => (postgresVersion = content.trim()));
      const listed = files?.get(path);
      return listed ? compare(listed, () => damaged.push(path)) : IGNORED;
    });
  } catch (error) {
    throw new UserError(
      `The backup in ${folder} is damaged: ${CLUSTER_FILE} cannot be read (${(error as Error).message}).`,
    );
  }
  const [missing] = unread;
  if (missing) throw new UserError(`The backup in ${folder} is incomplete: ${missing} is missing in ${CLUSTER_FILE}.`);
  if (damaged.length > 0)
    throw new UserError(`The backup in ${folder} is damaged: ${damaged[0]} differs from ${MANIFEST_FILE}.`);
  return { postgresVersion, isVerified: files !== undefined };
}

/** Undefined where there is none. */
function readManifest(file: string): Map<string, ManifestFile> | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === '') return undefined;
  const parsed = parse(text);
  if (!parsed) throw new UserError(`The backup is damaged: ${file} is incomplete.`);
  return new Map(parsed.Files.map((each) => [pathOf(each), each]));
}

/** Undefined when it is not what PostgreSQL has written: its last line is the checksum of the lines before. */
function parse(text: string): Manifest | undefined {
  const body = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
  const checksum = createHash('sha256').update(body).digest('hex');
  return text.includes(`"Manifest-Checksum": "${checksum}"`) ? (JSON.parse(text) as Manifest) : undefined;
}

const pathOf = ({ Path, 'Encoded-Path': encoded = '' }: ManifestFile): string =>
  Path ?? Buffer.from(encoded, 'hex').toString('latin1');

const IGNORED: FileReader = { part: () => {}, end: () => {} };

function collect(done: (content: string) => void): FileReader {
  const parts: Buffer[] = [];
  return { part: (bytes) => void parts.push(bytes), end: () => done(Buffer.concat(parts).toString()) };
}

function compare({ Size, Checksum }: ManifestFile, onDamage: () => void): FileReader {
  const hash = createHash('sha256');
  let size = 0;
  return {
    part(bytes) {
      hash.update(bytes);
      size += bytes.length;
    },
    end() {
      if (size !== Size || hash.digest('hex') !== Checksum) onDamage();
    },
  };
}
