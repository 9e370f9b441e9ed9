import { database } from '../db/database.ts';
import { gauge } from './gauge.ts';
import { reading } from './reading.ts';

type OutboxLag = { count: number; ageSeconds: number };

// Both by the index of what waits, which holds nothing else.
const LAG = `
  SELECT count(*)::int AS count,
    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "ageSeconds"
  FROM outbox WHERE dispatched_at IS NULL`;

const readLag = reading('outbox', async () => {
  const { rows } = await database().pool.query<OutboxLag>({ name: 'outbox-lag', text: LAG });
  return rows[0];
});

gauge({
  name: 'haat_outbox_waiting',
  help: 'Things that happened and that nobody was told of yet. The same in every process: take the greatest.',
  async collect() {
    this.set((await readLag())?.count ?? Number.NaN);
  },
});

gauge({
  name: 'haat_outbox_oldest_seconds',
  help: 'How long ago the oldest of these happened; 0 when there is none. The same in every process: take the greatest.',
  async collect() {
    this.set((await readLag())?.ageSeconds ?? Number.NaN);
  },
});
