import type { Knex } from 'knex';

/** A proposal can add a line to its order, or pieces to one of its lines. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `ALTER TABLE order_proposal_lines
       DROP CONSTRAINT order_proposal_lines_kind_check,
       DROP CONSTRAINT order_proposal_lines_check,
       DROP CONSTRAINT order_proposal_lines_check1,
       DROP CONSTRAINT order_proposal_lines_check2,
       ADD CONSTRAINT order_proposal_lines_kind_check
         CHECK (kind IN ('leave_out', 'fewer', 'more', 'weight', 'replace', 'add')),
       ADD CONSTRAINT order_proposal_lines_check
         CHECK (kind IN ('fewer', 'more', 'replace', 'add') = (quantity IS NOT NULL)),
       -- Loose goods are weighed when they are added.
       ADD CONSTRAINT order_proposal_lines_check1 CHECK (kind = 'add' OR (kind = 'weight') = (grams IS NOT NULL)),
       ADD CONSTRAINT order_proposal_lines_check2
         CHECK (kind IN ('replace', 'add') = (variant_id IS NOT NULL AND unit_price_paise IS NOT NULL))`,
  );
}

/** Proposals that add something are withdrawn if they are open, and forgotten. Their orders stay as they are. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(FORGET);
  await knex.raw(
    `ALTER TABLE order_proposal_lines
       DROP CONSTRAINT order_proposal_lines_kind_check,
       DROP CONSTRAINT order_proposal_lines_check,
       DROP CONSTRAINT order_proposal_lines_check1,
       DROP CONSTRAINT order_proposal_lines_check2,
       ADD CONSTRAINT order_proposal_lines_kind_check CHECK (kind IN ('leave_out', 'fewer', 'weight', 'replace')),
       ADD CONSTRAINT order_proposal_lines_check CHECK (kind IN ('fewer', 'replace') = (quantity IS NOT NULL)),
       ADD CONSTRAINT order_proposal_lines_check1 CHECK ((kind = 'weight') = (grams IS NOT NULL)),
       ADD CONSTRAINT order_proposal_lines_check2
         CHECK ((kind = 'replace') = (variant_id IS NOT NULL AND unit_price_paise IS NOT NULL))`,
  );
}

const FORGET = `
  UPDATE order_proposals p SET state = 'withdrawn', settled_at = now()
    WHERE state = 'open' AND EXISTS (
      SELECT FROM order_proposal_lines l WHERE l.proposal_id = p.id AND l.kind IN ('more', 'add'));
  DELETE FROM order_proposal_lines WHERE kind IN ('more', 'add');
  DELETE FROM order_proposals p WHERE NOT EXISTS (SELECT FROM order_proposal_lines l WHERE l.proposal_id = p.id)`;
