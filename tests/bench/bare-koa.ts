// The floor of a read: Koa alone, sending the bytes that it is given on its standard input with the status and under the headers
// that it is given as JSON.
import { buffer } from 'node:stream/consumers';
import Koa from 'koa';

const bytes = await buffer(process.stdin);
const { status, headers } = JSON.parse(process.argv[3] ?? '{}') as { status: number; headers: Record<string, string> };
const app = new Koa();
app.use((ctx) => {
  ctx.set(headers);
  ctx.status = status;
  if (status !== 304) ctx.body = bytes;
});
app.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));
