// The floor of a database read: Koa alone, which sends the rows of one statement as JSON. It runs the statement with bare pg.
import Koa from 'koa';
import pg from 'pg';

const [port, connectionString, statement = '{}'] = process.argv.slice(2);
const query = JSON.parse(statement) as pg.QueryConfig;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString, max: 10 });
const app = new Koa();
app.use(async (ctx) => {
  ctx.body = (await pool.query(query)).rows;
});
app.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
