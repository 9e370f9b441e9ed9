// The floor of the streams: node:http alone, which holds the answers that are asked for, writes the same frame to all of them
// on POST, and answers anything else with a small text.
import { createServer, type ServerResponse } from 'node:http';

const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const frame = Buffer.from(frameNow());
    for (const each of open) each.write(frame);
    response.end();
  } else if (request.url?.startsWith('/stream')) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    response.write('retry: 3000\n\n');
    open.add(response);
    response.once('close', () => open.delete(response));
  } else response.end('{"seq":0}');
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));

// As long as the frame of an order's event.
const frameNow = (): string =>
  `id: 1\ndata: {"created_at":"${new Date().toISOString()}","message":"${'x'.repeat(200)}"}\n\n`;
