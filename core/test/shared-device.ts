import { database } from '../db/database.ts';
import { hashPin } from '../accounts/pin-hash.ts';

/** A PIN of tests. */
export const TEST_PIN = '4071';

/** Gives a member a PIN, as their own login would. */
export async function givePin(of: { user: { id: number }; shop: { id: number } }, pin = TEST_PIN): Promise<void> {
  await database().pool.query('UPDATE shop_members SET pin_hash = $1 WHERE user_id = $2 AND shop_id = $3', [
    await hashPin(pin),
    of.user.id,
    of.shop.id,
  ]);
}

/** Makes the device of a session ask for a PIN at the shop. */
export async function shareDevice(of: { sessionId: string; shop: { id: number } }, idleMinutes = 5): Promise<void> {
  await database().pool.query('INSERT INTO shared_devices (session_id, shop_id, idle_minutes) VALUES ($1, $2, $3)', [
    of.sessionId,
    of.shop.id,
    idleMinutes,
  ]);
}
