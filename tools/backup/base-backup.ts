import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';

// SHA256 and not the default CRC32C, which Node cannot compute.
const COMMAND = "BASE_BACKUP (LABEL 'haat', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/** The files of a backup: the whole cluster as a tar, and PostgreSQL's list of its files with their checksums. */
export const CLUSTER_FILE = 'database.tar.gz';
export const MANIFEST_FILE = 'backup_manifest';

/**
 * Copies the whole cluster behind `url` into `folder` while it is being used, as pg_basebackup does, and by the same command
 * of the server: the copy has the commits up to one moment, the end of the backup. Its user must be a superuser or have
 * REPLICATION. Rejects with what the server says.
 */
export async function baseBackup(url: string, folder: string): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('replication', 'database');
  const client = new pg.Client({ connectionString: address.href, application_name: 'haat-backup' });
  // The query fails on a lost connection, too; without a listener the program would exit.
  client.on('error', () => {});
  await client.connect();
  const files = new BackupFiles(folder);
  const copied = new Promise<void>((done, failed) => client.query(new BackupQuery(files, done, failed)));
  try {
    // A disk that is full takes no more, and the server would wait for ever.
    await Promise.race([copied, files.written]);
    await files.end();
  } finally {
    files.close();
    copied.catch(() => {});
    await client.end();
  }
}

/** Where the parts of the stream go: the server says in between which part follows. */
class BackupFiles {
  readonly #cluster: Gzip = createGzip({ level: 1 });
  readonly #manifest: Writable;
  /** Settles when all is on the disk, rejects as soon as it cannot be. */
  readonly written: Promise<unknown>;
  #current: Writable | undefined;

  constructor(folder: string) {
    const file = createWriteStream(join(folder, CLUSTER_FILE), { mode: 0o600 });
    this.#manifest = createWriteStream(join(folder, MANIFEST_FILE), { mode: 0o600 });
    this.written = Promise.all([pipeline(this.#cluster, file), finished(this.#manifest)]);
    this.written.catch(() => {});
  }

  /** Takes a message of the stream; answers the file that is to be waited for, if it has enough for now. */
  take(message: Buffer): Writable | undefined {
    const kind = String.fromCharCode(message[0] ?? 0);
    if (kind === 'n') this.#current = this.#cluster;
    if (kind === 'm') this.#current = this.#manifest;
    if (kind !== 'd' || !this.#current) return undefined;
    // A copy: `pg` reads the next messages into the same memory.
    return this.#current.write(Buffer.from(message.subarray(1))) ? undefined : this.#current;
  }

  async end(): Promise<void> {
    this.#cluster.end();
    this.#manifest.end();
    await this.written;
  }

  close(): void {
    this.#cluster.destroy();
    this.#manifest.destroy();
  }
}

type Connection = { query(text: string): void; stream: { pause(): void; resume(): void } };

/** What `pg` needs of a query to hand us the bytes of a copy as they come. */
class BackupQuery implements pg.Submittable {
  readonly #files: BackupFiles;
  readonly #done: () => void;
  readonly #failed: (error: Error) => void;
  #isPaused = false;

  constructor(files: BackupFiles, done: () => void, failed: (error: Error) => void) {
    this.#files = files;
    this.#done = done;
    this.#failed = failed;
  }

  submit(connection: pg.Connection): void {
    (connection as unknown as Connection).query(COMMAND);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    const full = this.#files.take(chunk);
    if (!full || this.#isPaused) return;
    this.#isPaused = true;
    stream.pause();
    full.once('drain', () => {
      this.#isPaused = false;
      stream.resume();
    });
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done();
  }

  handleError(error: Error): void {
    this.#failed(error);
  }
}
