import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { directTestDatabase } from '@haat/core/test/database';
import { createShop, createUser } from '@haat/core/test/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedIn, startApi, type TestApi } from './test/api-client.ts';

/** A connection to the database that can be cut and restored. */
class BreakableConnection {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  constructor(to: URL) {
    this.#server = createServer((socket) => {
      if (this.#isCut) {
        socket.destroy();
        return;
      }
      const database = connect(Number(to.port), to.hostname);
      for (const end of [socket, database]) {
        this.#sockets.add(end);
        end.on('error', () => {});
        end.on('close', () => {
          this.#sockets.delete(end);
          socket.destroy();
          database.destroy();
        });
      }
      socket.pipe(database).pipe(socket);
    });
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

let connection: BreakableConnection;
let api: TestApi;
let tokens: SignedIn;
beforeAll(async () => {
  const url = new URL(directTestDatabase());
  connection = new BreakableConnection(new URL(url));
  url.hostname = '127.0.0.1';
  url.port = String(await connection.open());
  connectDatabase(url.href);
  api = await startApi();
  tokens = await api.signIn({ user: await createUser(), shop: await createShop() });
});
afterAll(async () => {
  connection.restore();
  await api.stop();
  await closeDatabase();
  connection.close();
});

it('says within a moment that it is not available while the database is away, and serves again when it is back', async () => {
  const me = () => api.as(tokens.token).get('/api/users/me');
  expect((await me()).status).toBe(200);

  connection.cut();
  const asks = [me(), api.as().get('/ready'), api.as().get('/api/shops'), api.as().get('/api/users/me')];
  const [own, ready, shops, nobody] = await Promise.all(asks);
  for (const answer of [own, ready, shops]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer?.headers.get('retry-after')).toBe('5');
    expect(answer?.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1|Connection/);
  }
  expect(nobody?.status).toBe(401);
  expect((await api.as().get('/live')).status).toBe(200);

  connection.restore();
  expect((await me()).status).toBe(200);
  expect((await api.as().get('/ready')).status).toBe(200);
});
