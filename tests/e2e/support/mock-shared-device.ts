import type { Page } from '@playwright/test';
import type { SharedDeviceView } from '../../../contract/accounts/shared-devices.calls.ts';

const LONG = 'Subramanyaswamylakshminarayanapurarajarajeshwari'.repeat(2).slice(0, 90);
const PEOPLE = ['Test Admin', LONG, 'Test Vendor', 'Test Vendor 2', 'Test Vendor 3'].map((name, nr) => ({
  id: nr + 1,
  name,
}));

async function show(page: Page, device: SharedDeviceView): Promise<void> {
  await page.route('**/api/shared-device', (route) => route.fulfill({ json: device }));
}

/** The page is on a locked device that asks for a PIN. */
export const mockLockedDevice = (page: Page): Promise<void> =>
  show(page, { asks_pin: true, idle_minutes: 5, person: null, until: null, people: PEOPLE });

/** The page is on a device that asks for a PIN, where a member with a name as long as they get works. */
export const mockDeviceInUse = (page: Page): Promise<void> =>
  show(page, {
    asks_pin: true,
    idle_minutes: 5,
    person: { id: 2, name: LONG, role: 'vendor' },
    until: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    people: PEOPLE,
  });

/** The PIN of the user is set, and the login not recent. */
export async function mockOwnPin(page: Page): Promise<void> {
  await page.route('**/api/users/me/pin', (route) => route.fulfill({ json: { set: true, fresh: false } }));
}
