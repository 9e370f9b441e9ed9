import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { SETUP_STATES, SETUP_STEPS } from './setup-steps.ts';
import { id } from '../common.ts';
import { ownShopParams } from './settings.calls.ts';

/** The first steps of a shop, in order, according to its data. */
export const setupView = z
  .object({
    steps: z.array(
      z.object({
        id: z.enum(SETUP_STEPS),
        state: z.enum(SETUP_STATES),
        required: z.boolean().meta({ description: 'Cannot be skipped' }),
      }),
    ),
    products: z.number().int().meta({ description: 'How many products are published' }),
    online_payment: z.boolean().meta({ description: 'Whether customers can pay online' }),
    test_order: z
      .object({ id, orderNumber: z.string(), open: z.boolean() })
      .nullable()
      .meta({ description: 'The last order that a member has placed at the shop' }),
    closed: z.boolean().meta({ description: 'The list is no longer shown' }),
  })
  .meta({ id: 'ShopSetup' });
export type SetupView = z.infer<typeof setupView>;

export const setupStepParams = ownShopParams.extend({ step: z.enum(SETUP_STEPS) });

/** `done` is only for the poster: all other steps are done when the shop's data says so. */
export const setupStepBody = z.object({ state: z.enum(SETUP_STATES) });

export const getSetup = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/setup',
  access: 'shop',
  summary: 'Get the first steps of a shop, and which of them are done',
  params: ownShopParams,
  output: setupView,
});

export const changeSetupStep = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/setup/steps/:step',
  access: 'shop',
  changes: ['/api/shops/:shopId/setup'],
  summary: 'Skip an optional step, restore a skipped one, or record that the poster was printed',
  params: setupStepParams,
  body: setupStepBody,
  output: setupView,
});

export const closeSetup = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/setup/close',
  access: 'administration',
  changes: ['/api/shops/:shopId/setup'],
  summary: 'Close the list of first steps, once those that are required are done and the hours are decided',
  params: ownShopParams,
  output: setupView,
  errors: ['status_not_allowed'],
});
