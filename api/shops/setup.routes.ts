import * as api from '@haat/contract/shops/setup.calls';
import { offeredProviders } from '@haat/core/gateways/payments/gateways';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { changeSetupStep, closeSetup } from '@haat/core/shops/change-setup';
import { readSetup, type Setup } from '@haat/core/shops/read-setup';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const setupRoutes: Route[] = [
  route(api.getSetup, async ({ user, params }) => {
    const shopId = await findActingShop('shop', user, params.shopId);
    return presentSetup(await readSetup({ shopId }));
  }),

  route(api.changeSetupStep, async ({ user, params: { shopId: named, step }, body: { state } }) => {
    const shopId = await findActingShop('shop', user, named);
    return presentSetup(await changeSetupStep({ shopId, actorId: user.actorId, step, state }));
  }),

  route(api.closeSetup, async ({ user, params }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    return presentSetup(await closeSetup({ shopId, actorId: user.actorId }));
  }),
];

const presentSetup = (setup: Setup) => wire(api.setupView, { ...setup, onlinePayment: offeredProviders().length > 0 });
