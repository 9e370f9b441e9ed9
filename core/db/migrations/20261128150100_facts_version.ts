import type { Knex } from 'knex';

/**
 * Lets a status change without a lock of its own: what decides about it beside the status, proposals and cancellation requests,
 * raises a number in the order's row, which the change compares.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders ADD COLUMN facts_version integer NOT NULL DEFAULT 0;

    CREATE FUNCTION raise_facts_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE orders SET facts_version = facts_version + 1 WHERE id = NEW.order_id;
      RETURN NULL;
    END $$;

    CREATE TRIGGER order_proposals_decide AFTER INSERT OR UPDATE OF state ON order_proposals
      FOR EACH ROW EXECUTE FUNCTION raise_facts_version();
    CREATE TRIGGER cancellation_requests_decide AFTER INSERT OR UPDATE OF state ON cancellation_requests
      FOR EACH ROW EXECUTE FUNCTION raise_facts_version();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER cancellation_requests_decide ON cancellation_requests;
    DROP TRIGGER order_proposals_decide ON order_proposals;
    DROP FUNCTION raise_facts_version;
    ALTER TABLE orders DROP COLUMN facts_version;
  `);
}
