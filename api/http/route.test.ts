import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '../test/api-client.ts';

const { base, uploads, client } = vi.hoisted(() => {
  const base = `${process.env.TMPDIR ?? '/tmp'}/haat-unread-${process.pid}`;
  process.env.UPLOADS_DIR = `${base}/uploads`;
  process.env.CLIENT_DIR = `${base}/client`;
  return { base, uploads: `${base}/uploads`, client: `${base}/client` };
});

let api: TestApi;
beforeAll(async () => {
  for (const folder of [uploads, client]) mkdirSync(folder, { recursive: true });
  connectDatabase();
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  await closeDatabase();
  rmSync(base, { recursive: true, force: true });
});

// A pipe is opened only when its other end is; until then, the answer waits for its file.
function aSlowPicture(name: string): string {
  execFileSync('mkfifo', [join(uploads, name)]);
  return join(uploads, name);
}

/** Resolves once the other end of the pipe is closed. */
async function unread(pipe: FileHandle): Promise<void> {
  await vi.waitFor(() => expect(pipe.write('.')).rejects.toThrow('EPIPE'), { timeout: 30_000, interval: 50 });
}

// The second response of a connection gets its socket only after the first is sent, so it receives no close event.
it('closes the files of a reader who left before they were opened', async () => {
  const paths = [aSlowPicture('first-320.webp'), aSlowPicture('second-320.webp')];
  const { port } = new URL(api.url);
  const asked = vi.fn<() => void>();
  api.server.on('request', asked);
  const closed = new Promise<void>((resolve) => {
    api.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const reader = connect(Number(port), '127.0.0.1', () => {
    for (const path of paths) reader.write(`GET /uploads/${basename(path)} HTTP/1.1\r\nHost: haat\r\n\r\n`);
  });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  reader.destroy();
  await closed;

  for (const path of paths) {
    const pipe = await open(path, 'w');
    await unread(pipe);
    await pipe.close();
  }
});

// Only opening the path shows that it is not a file, and by then the head has been sent.
it('survives a broken file when only its headers were requested', async () => {
  const socket = createServer().listen(join(client, 'odd.png'));
  await once(socket, 'listening');
  const broken = vi.fn<(error: Error) => void>();
  process.once('uncaughtException', broken);
  expect((await api.as().request('HEAD', '/odd.png')).status).toBe(200);
  // It breaks here too, and after the first.
  await expect(api.as().get('/odd.png')).rejects.toThrow('fetch failed');
  expect(broken).not.toHaveBeenCalled();
  process.off('uncaughtException', broken);
  socket.close();
});
