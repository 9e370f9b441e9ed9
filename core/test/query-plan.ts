import { many, type Sql } from '../db/database.ts';

/** The plan that PostgreSQL makes for the statement with these parameters. */
export async function queryPlan<Params, Row>(
  { text, ...statement }: Sql<Params, Row>,
  params: Params,
): Promise<string> {
  const explain: Sql<Params, Record<'QUERY PLAN', string>> = {
    parameters: statement.parameters,
    name: undefined,
    text: `EXPLAIN ${text}`,
  };
  const rows = await many(explain, params);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
