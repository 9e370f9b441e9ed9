import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase } from './database.ts';
import { many, one, run, sql } from './sql.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

it('takes parameters by name, each as often as the text has it', async () => {
  const add = sql<{ first: number; second: number }, { sum: number; firstAgain: number }>(
    'SELECT :first::int + :second::int AS sum, :first::int AS first_again',
  );
  expect(await one(add, { second: 2, first: 40 })).toEqual({ sum: 42, firstAgain: 40 });
});

it('answers rows in camelCase, and undefined where there is none', async () => {
  const numbers = sql<{ last: number }, { eachNumber: number }>(
    'SELECT each_number FROM generate_series(1, :last::int) AS each_number',
  );
  expect(await many(numbers, { last: 2 })).toEqual([{ eachNumber: 1 }, { eachNumber: 2 }]);
  expect(await one(numbers, { last: 0 })).toBeUndefined();
  expect(await run(numbers, { last: 3 })).toBe(3);
});

it('leaves casts and times of day alone', async () => {
  const cast = sql<{ day: string }, { at: string }>(`SELECT (:day || ' 09:30')::timestamp::text AS at`);
  expect(await one(cast, { day: '2026-01-02' })).toEqual({ at: '2026-01-02 09:30:00' });
});

it('prepares a statement that has a name', async () => {
  const prepared = sql<{ value: string }, { value: string }>('SELECT :value::text AS value', 'sql-test');
  expect(await one(prepared, { value: 'a' })).toEqual({ value: 'a' });
  expect(await one(prepared, { value: 'b' })).toEqual({ value: 'b' });
});

it('refuses to run without a parameter', async () => {
  const statement = sql<{ id?: number }, object>('SELECT :id::int');
  await expect(one(statement, {})).rejects.toThrow('No value for :id');
});
