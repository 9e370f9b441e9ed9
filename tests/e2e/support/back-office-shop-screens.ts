import { openMenu } from './actions.ts';
import { mockDevices } from './mock-devices.ts';
import { mockOwnShops } from './mock-own-shops.ts';
import { mockDeviceInUse, mockLockedDevice, mockOwnPin } from './mock-shared-device.ts';
import { mockSetup } from './mock-setup.ts';
import type { Screen } from './screen.ts';

const SHOP = '/mysuru-sweets';

/** The shop itself: dashboard, settings, team, devices and the frame around its screens. */
export const BACK_OFFICE_SHOP_SCREENS: readonly Screen[] = [
  { name: 'shop-dashboard', who: 'vendor', path: `${SHOP}/admin/dashboard` },
  { name: 'first-steps', who: 'admin', path: `${SHOP}/admin/dashboard`, given: mockSetup },
  {
    name: 'devices',
    who: 'admin',
    path: `${SHOP}/admin/devices`,
    given: mockDevices,
    act: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'devices-log-out',
    who: 'admin',
    path: `${SHOP}/admin/devices`,
    given: mockDevices,
    act: (page, t) =>
      page
        .locator('main li')
        .getByRole('button', { name: t('devices.signOut') })
        .first()
        .click(),
  },
  {
    name: 'devices-pin',
    isState: true,
    who: 'admin',
    path: `${SHOP}/admin/devices`,
    given: mockDevices,
    act: (page, t) =>
      page
        .locator('main li')
        .getByRole('button', { name: t('devices.pin') })
        .first()
        .click(),
  },
  {
    name: 'locked-device',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: mockLockedDevice,
    act: (page, t) => page.getByRole('heading', { name: t('sharedDevice.who') }).waitFor(),
  },
  {
    name: 'locked-device-pin',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: mockLockedDevice,
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Test Admin' }).click(),
  },
  {
    name: 'shared-device',
    who: 'vendor',
    path: `${SHOP}/admin/team`,
    given: mockDeviceInUse,
    act: (page) => page.getByRole('banner').getByRole('button', { name: /^S/ }).waitFor(),
  },
  {
    name: 'profile-pin',
    isState: true,
    who: 'vendor',
    path: '/profile',
    given: mockOwnPin,
    act: (page, t) => page.getByLabel(t('ownPin.current')).scrollIntoViewIfNeeded(),
  },
  { name: 'vendor-dashboard', who: 'vendor', path: '/vendor/dashboard' },
  { name: 'menu-vendor', who: 'vendor', path: `${SHOP}/products`, act: openMenu },
  {
    name: 'office-shops',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: mockOwnShops,
    act: (page, t) => page.getByRole('button', { name: t('switchShop.menu', { shop: 'Mysuru Sweets' }) }).click(),
  },
  { name: 'switch-shop', who: 'vendor', path: '/malnad-dairy/admin/stock', given: mockOwnShops },
  {
    name: 'office-account',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/team`,
    act: (page, t) => page.getByRole('button', { name: t('menu.account') }).click(),
  },
  {
    name: 'office-pause',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/team`,
    act: (page, t) => page.getByRole('button', { name: new RegExp(t('pause.label', { state: '' })) }).click(),
  },
  {
    name: 'office-login',
    path: `${SHOP}/shop-orders`,
    act: (page, t) => page.getByRole('button', { name: t('login.sendOtp') }).waitFor(),
  },
  {
    name: 'settings',
    who: 'admin',
    path: `${SHOP}/admin/settings`,
    act: (page) => page.getByRole('form').or(page.locator('form')).waitFor(),
  },
  {
    name: 'settings-vendor',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/settings`,
    act: (page, t) => page.getByText(t('settings.adminsChange')).waitFor(),
  },
  {
    name: 'settings-unsaved',
    isState: true,
    who: 'admin',
    path: `${SHOP}/admin/settings`,
    act: async (page, t) => {
      await page.getByLabel(t('settings.address'), { exact: true }).fill('Another street');
      await page.getByRole('link', { name: t('poster.open') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'hours',
    who: 'admin',
    path: `${SHOP}/admin/hours`,
    act: async (page, t) => {
      await page.getByLabel(t('hours.otherDelivery')).check();
      await page
        .getByRole('button', { name: t('hours.addRange') })
        .first()
        .click();
      await page.getByRole('button', { name: t('hours.addDate') }).click();
      await page.getByRole('button', { name: t('profile.save') }).click();
      await page.getByText(t('hours.notATime')).waitFor();
    },
  },
  {
    name: 'hours-holidays',
    isState: true,
    who: 'admin',
    path: `${SHOP}/admin/hours`,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('hours.addHolidays') }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().check();
    },
  },
  { name: 'team', who: 'admin', path: `${SHOP}/admin/team`, act: (page) => page.locator('form').waitFor() },
  {
    name: 'activity',
    who: 'admin',
    path: `${SHOP}/admin/activity`,
    act: (page) => page.getByRole('combobox').first().waitFor(),
  },
  { name: 'activity-denied', isState: true, who: 'vendor', path: `${SHOP}/admin/activity` },
  { name: 'menu-admin', who: 'admin', path: `${SHOP}/products`, act: openMenu },
  { name: 'poster', path: `${SHOP}/poster`, act: (page) => page.getByRole('article').waitFor() },
  { name: 'denied', who: 'customer', path: '/vendor/dashboard' },
  {
    name: 'notifications-unreachable',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/dashboard`,
    given: (page) => page.route('**/api/notifications', (route) => route.abort()),
    act: (page, t) => page.getByRole('button', { name: t('common.tryAgain') }).waitFor(),
    isFeedBroken: true,
    allowsConsoleErrors: true,
  },
];
