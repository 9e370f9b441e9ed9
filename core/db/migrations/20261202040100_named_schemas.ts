import type { Knex } from 'knex';

// pg_restore, ANALYZE of autovacuum and pg_upgrade run with an empty search_path. On PostgreSQL 15, ll_to_earth cannot be used in an
// index then: it is a text that names other functions without their schema. The body of earth_point is stored parsed. Its steps
// are those of ll_to_earth, so that PostgreSQL inlines it.
const EARTH_POINT = `
  CREATE FUNCTION earth_point(latitude double precision, longitude double precision) RETURNS cube
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN cube(cube(cube(
    6378168 * cos(radians(latitude)) * cos(radians(longitude))),
    6378168 * cos(radians(latitude)) * sin(radians(longitude))),
    6378168 * sin(radians(latitude)));`;

const nearbyIndex = (point: string): string => `
  DROP INDEX shops_nearby;
  CREATE INDEX shops_nearby ON shops USING gist (${point}(latitude, longitude))
    WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;`;

/** Runs `clause` on each function in PL/pgSQL, which find tables and other functions by the search_path of their caller. */
const alterFunctions = (clause: string): string => `
  DO $$
  DECLARE
    path text := (SELECT string_agg(quote_ident(name), ', ') FROM unnest(current_schemas(false)) name);
    each regprocedure;
  BEGIN
    FOR each IN SELECT p.oid FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE p.pronamespace = current_schema()::regnamespace AND l.lanname = 'plpgsql'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') LOOP
      EXECUTE format('ALTER FUNCTION %s ', each) || ${clause};
    END LOOP;
  END $$;`;

/** Makes indexes and functions independent of the search_path. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EARTH_POINT);
  await knex.raw(nearbyIndex('earth_point'));
  await knex.raw(alterFunctions(`'SET search_path = ' || path`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(alterFunctions(`'RESET search_path'`));
  await knex.raw(nearbyIndex('ll_to_earth'));
  await knex.raw('DROP FUNCTION earth_point');
}
