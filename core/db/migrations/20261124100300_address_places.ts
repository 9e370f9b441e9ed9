import type { Knex } from 'knex';
import { findPinCode } from '../../pin-codes/find-pin-code.ts';

/** Where an address is, and its label. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE addresses
      ADD COLUMN label text CHECK (char_length(label) BETWEEN 1 AND 30),
      -- The location that the customer set, or the place of the PIN code. NULL where that code does not exist.
      ADD COLUMN latitude double precision CHECK (latitude BETWEEN -90 AND 90),
      ADD COLUMN longitude double precision CHECK (longitude BETWEEN -180 AND 180),
      -- How far the address may be from the place: 0 for a location that the customer set.
      ADD COLUMN accuracy_metres integer CHECK (accuracy_metres >= 0),
      ADD CONSTRAINT addresses_place CHECK (num_nulls(latitude, longitude, accuracy_metres) IN (0, 3));
  `);
  const { rows } = await knex.raw<{ rows: { zip: string }[] }>('SELECT DISTINCT zip FROM addresses');
  const places = rows.flatMap(({ zip }) => {
    const place = findPinCode(zip)?.place;
    return place ? [{ zip, ...place }] : [];
  });
  await knex.raw(
    `UPDATE addresses SET latitude = place.latitude, longitude = place.longitude, accuracy_metres = place."accuracyMetres"
     FROM jsonb_to_recordset(?::jsonb)
       AS place(zip text, latitude double precision, longitude double precision, "accuracyMetres" integer)
     WHERE addresses.zip = place.zip`,
    [JSON.stringify(places)],
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE addresses DROP COLUMN label, DROP COLUMN latitude, DROP COLUMN longitude, DROP COLUMN accuracy_metres
  `);
}
