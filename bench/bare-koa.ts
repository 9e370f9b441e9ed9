// The floor of the product list: Koa alone, sending the bytes that it is given on its standard input.
import { buffer } from 'node:stream/consumers';
import Koa from 'koa';

const bytes = await buffer(process.stdin);
const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = bytes;
});
app.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));
