import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSocket } from './catalog-updates.ts';

// @vitest-environment node

const SOON = { timeout: 10_000 };

let server: Server;
let address: string;
let arrived = 0;
beforeEach(async () => {
  const http = createServer();
  server = new Server(http, { transports: ['websocket'] });
  arrived = 0;
  server.engine.on('connection', () => arrived++);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const connect = (): Socket => io(address, { transports: ['websocket'], forceNew: true, reconnectionDelay: 20 });
const opened = (socket: Socket) => new Promise<void>((done) => void socket.on('connect', done));

it('closes a connecting socket once it is open', async () => {
  const socket = connect();
  const connected = vi.fn();
  socket.on('connect', connected);
  endSocket(socket);
  expect(socket.io.engine.readyState).toBe('opening');
  await vi.waitFor(() => expect(socket.io.engine.readyState).toBe('closed'), SOON);
  await vi.waitFor(() => expect(server.engine.clientsCount).toBe(0), SOON);
  expect(arrived).toBe(1);
  expect(connected).not.toHaveBeenCalled();
});

it('closes an open socket at once', async () => {
  const socket = connect();
  await opened(socket);
  endSocket(socket);
  expect(socket.connected).toBe(false);
  await vi.waitFor(() => expect(server.engine.clientsCount).toBe(0), SOON);
});

it('does not reconnect where the connection could not be opened', async () => {
  await server.close();
  const socket = connect();
  const failed = new Promise<void>((done) => void socket.io.once('error', () => done()));
  const again = vi.fn();
  socket.io.on('reconnect_attempt', again);
  endSocket(socket);
  await failed;
  await new Promise((done) => setTimeout(done, 200));
  expect(again).not.toHaveBeenCalled();
  expect(socket.active).toBe(false);
});
