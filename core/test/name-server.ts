import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type Answer } from 'dns-packet';

export type NameServer = { port: number; close(): void };

/** A name server on this machine for which every name has the addresses that `addresses` answers at that moment. */
export async function startNameServer(addresses: () => string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { id, questions = [] } = decode(query);
    const answers: Answer[] = questions
      .filter(({ type }) => type === 'A')
      .flatMap(({ name }) => addresses().map((data) => ({ type: 'A', name, ttl: 1, data })));
    const answer = encode({ type: 'response', id: id ?? 0, questions, answers });
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => void socket.close() };
}
