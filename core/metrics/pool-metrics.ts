import { type Database, openDatabase } from '../db/database.ts';
import { gauge } from './gauge.ts';

type PoolUse = { total: number; idle: number; waiting: number };

gauge({
  name: 'haat_db_pool_connections',
  help: 'Connections of this process to the database, by pool: open, idle among them, and requests that wait for one.',
  labelNames: ['pool', 'state'],
  collect() {
    const open = openDatabase();
    if (!open) return this.reset();
    for (const [pool, use] of Object.entries(usesOf(open))) {
      for (const [state, count] of Object.entries(use)) this.set({ pool, state }, count);
    }
  },
});

gauge({
  name: 'haat_db_pool_limit',
  help: 'Most connections of each pool of this process.',
  labelNames: ['pool'],
  collect() {
    const open = openDatabase();
    if (!open) return this.reset();
    this.set({ pool: 'hot' }, open.pool.options.max);
    this.set({ pool: 'models' }, modelPool(open).max);
  },
});

function usesOf(open: Database): Record<'hot' | 'models', PoolUse> {
  const { pool } = open;
  const models = modelPool(open);
  return {
    hot: { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    models: {
      total: models.numUsed() + models.numFree(),
      idle: models.numFree(),
      waiting: models.numPendingAcquires(),
    },
  };
}

/** What we read of the pool that knex keeps. */
type ModelPool = { max: number; numUsed(): number; numFree(): number; numPendingAcquires(): number };

const modelPool = ({ knex }: Database): ModelPool => (knex.client as { pool: ModelPool }).pool;
