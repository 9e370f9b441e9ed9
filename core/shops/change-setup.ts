import { canCloseSetup, isRequired, type SetupState, type SetupStep } from '@haat/contract/shops/setup-steps';
import { inTransaction, run, sql } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError, invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { lockShop } from '../db/find-shop.ts';
import { readSetup, type Setup } from './read-setup.ts';

type Change = { shopId: number; actorId: number };

/**
 * Skips an optional step or takes that back, or records that the poster was printed. Throws `invalid_input` for a required
 * step, and for a step that only the shop's data can finish.
 */
export async function changeSetupStep(change: Change & { step: SetupStep; state: SetupState }): Promise<Setup> {
  const { shopId, actorId, step, state } = change;
  if (state === 'skipped' && isRequired(step)) throw invalidField('state', 'a required step cannot be skipped');
  if (state === 'done' && step !== 'poster')
    throw invalidField('state', 'the step is done when the shop has what it asks for');
  return inTransaction(async (client) => {
    await lockShop(client, shopId);
    const before = stateOf(await readSetup({ shopId }, client), step);
    await run(CHANGE, { shopId, step, isSkipped: state === 'skipped', isPrinted: state === 'done' }, client);
    const after = await readSetup({ shopId }, client);
    if (stateOf(after, step) !== before) {
      const entry = { shopId, actorId, action: 'settings.changed' as const, subject: step };
      await recordActivity(client, {
        ...entry,
        before: { first_step: before },
        after: { first_step: stateOf(after, step) },
      });
    }
    return after;
  });
}

const stateOf = ({ steps }: Setup, step: SetupStep) => steps.find(({ id }) => id === step)?.state;

const CHANGE = sql<{ shopId: number; step: SetupStep; isSkipped: boolean; isPrinted: boolean }>(
  `UPDATE shops SET
     setup_skipped = array_remove(setup_skipped, :step::text) || CASE WHEN :isSkipped::boolean THEN ARRAY[:step::text] ELSE '{}' END,
     poster_printed_at = CASE WHEN :step::text <> 'poster' THEN poster_printed_at
       WHEN :isPrinted::boolean THEN coalesce(poster_printed_at, now()) END
   WHERE id = :shopId`,
);

/** Closes the list of first steps for good. Throws `status_not_allowed` while a required step or the hours are open. */
export async function closeSetup({ shopId, actorId }: Change): Promise<Setup> {
  return inTransaction(async (client) => {
    await lockShop(client, shopId);
    const setup = await readSetup({ shopId }, client);
    if (setup.isClosed) return setup;
    if (!canCloseSetup(setup.steps)) {
      throw new DomainError(
        'status_not_allowed',
        'Set the location, the phone number and the opening hours and publish a product before you close this list.',
      );
    }
    await Shop.query(client).findById(shopId).patch({ setupClosedAt: NOW });
    const closed = { before: { first_steps_shown: true }, after: { first_steps_shown: false } };
    await recordActivity(client, { shopId, actorId, action: 'settings.changed', ...closed });
    return { ...setup, isClosed: true };
  });
}
