import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;

/** Receives a file of the archive in parts; `end` follows the last one. */
export type FileReader = { part(bytes: Buffer): void; end(): void };

/**
 * Reads a `.tar.gz` as PostgreSQL writes it: names of up to 100 characters, no extensions. `open` returns the reader of each
 * regular file. Rejects when the archive is damaged or ends too early.
 */
export async function readTar(archive: string, open: (path: string) => FileReader): Promise<void> {
  const parser = new TarParser(open);
  await pipeline(createReadStream(archive), createGunzip(), async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) parser.take(part);
  });
  parser.finish();
}

class TarParser {
  readonly #open: (path: string) => FileReader;
  #header = Buffer.alloc(0);
  #file: FileReader | undefined;
  /** Of the file's content, and of the zeros that fill its last block. */
  #left = 0;
  #padding = 0;

  constructor(open: (path: string) => FileReader) {
    this.#open = open;
  }

  take(part: Buffer): void {
    let bytes = part;
    while (bytes.length > 0) {
      if (this.#file) bytes = this.#takeContent(bytes);
      else if (this.#padding > 0) bytes = this.#skip(bytes);
      else bytes = this.#takeHeader(bytes);
    }
  }

  finish(): void {
    if (this.#file || this.#padding > 0 || this.#header.length > 0) throw new Error('the archive ends in a file');
  }

  #takeContent(bytes: Buffer): Buffer {
    const content = bytes.subarray(0, this.#left);
    this.#left -= content.length;
    this.#file?.part(content);
    if (this.#left === 0) this.#endFile();
    return bytes.subarray(content.length);
  }

  #endFile(): void {
    this.#file?.end();
    this.#file = undefined;
  }

  #skip(bytes: Buffer): Buffer {
    const skipped = Math.min(this.#padding, bytes.length);
    this.#padding -= skipped;
    return bytes.subarray(skipped);
  }

  #takeHeader(bytes: Buffer): Buffer {
    const needed = bytes.subarray(0, BLOCK - this.#header.length);
    this.#header = Buffer.concat([this.#header, needed]);
    if (this.#header.length === BLOCK) this.#readHeader();
    return bytes.subarray(needed.length);
  }

  #readHeader(): void {
    const header = this.#header;
    this.#header = Buffer.alloc(0);
    if (header.every((byte) => byte === 0)) return;
    const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    if (Number.isNaN(size)) throw new Error('the archive is damaged');
    const isFile = ['0', '\0'].includes(String.fromCharCode(header[156] ?? 0));
    if (!isFile) return;
    this.#left = size;
    this.#padding = (BLOCK - (size % BLOCK)) % BLOCK;
    this.#file = this.#open(name);
    if (size === 0) this.#endFile();
  }
}
