import type { PushPreferences } from '@haat/contract/api/push.schema';
import { database } from '../../db/database.ts';

const EVERYTHING: PushPreferences = { new_orders: true, order_status: true, refunds: true };

/** Which push messages a user wants: all of them, until they said otherwise. */
export async function readPushPreferences(userId: number): Promise<PushPreferences> {
  const { rows } = await database().pool.query<PushPreferences>({
    name: 'read-push-preferences',
    text: 'SELECT new_orders, order_status, refunds FROM push_preferences WHERE user_id = $1',
    values: [userId],
  });
  return rows[0] ?? EVERYTHING;
}

/** Chooses which push messages a user gets from now on, on all of their devices. */
export async function savePushPreferences(userId: number, wanted: PushPreferences): Promise<void> {
  const values = [userId, wanted.new_orders, wanted.order_status, wanted.refunds];
  await database().pool.query({ name: 'save-push-preferences', text: SAVE, values });
}

const SAVE = `
  INSERT INTO push_preferences (user_id, new_orders, order_status, refunds) VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id) DO UPDATE SET new_orders = excluded.new_orders, order_status = excluded.order_status,
    refunds = excluded.refunds, updated_at = now()`;
