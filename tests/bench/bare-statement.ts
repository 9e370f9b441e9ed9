// The floor of a read from the database: Koa alone, answering the rows of the statement that it is given as JSON, by bare pg.
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
