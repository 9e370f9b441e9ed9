import type { Page } from '@playwright/test';
import type { ShopDeviceView } from '../../../contract/accounts/shop-devices.calls.ts';

const LONG = 'Subramanyaswamylakshminarayanapurarajarajeshwari'.repeat(2).slice(0, 90);
const DEVICES = ['Chrome on Android', 'Safari on iOS', null, 'Firefox on Windows'];

/** Shows the devices of a team with a name as long as they get, and one of which nothing is known. */
export async function mockDevices(page: Page): Promise<void> {
  await page.route(/\/api\/shops\/\d+\/devices$/, (route) => route.fulfill({ json: devices }));
}

const devices: ShopDeviceView[] = Array.from({ length: 5 }, (_, nr) => ({
  id: `0b0a2a44-1111-4222-8333-44445555666${nr}`,
  member: { id: nr + 1, name: nr === 1 ? LONG : `Test Vendor ${nr}` },
  device: DEVICES[nr % DEVICES.length] ?? null,
  signed_in_at: new Date(Date.parse('2026-11-01T10:00:00Z') - nr * 86_400_000).toISOString(),
  used_at: new Date(Date.parse('2026-11-21T10:00:00Z') - nr * 7_200_000).toISOString(),
  elsewhere: nr === 2,
  pin_idle_minutes: nr === 1 ? 5 : null,
  person: nr === 1 ? { id: 2, name: LONG } : null,
  current: nr === 0,
}));
