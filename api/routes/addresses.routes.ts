import { Router } from '@koa/router';
import { type AddressView, saveAddressBody } from '@haat/contract/api/addresses.schema';
import type { Address } from '@haat/core/db/address.model';
import { listAddresses } from '@haat/core/services/addresses/list-addresses';
import { saveAddress } from '@haat/core/services/addresses/save-address';
import { parse } from '../http/parse.ts';
import { type ApiState, requireUser } from '../http/session.ts';

export const addressesRoutes = new Router<ApiState>({ prefix: '/api/address' });

addressesRoutes.get('/', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const addresses = await listAddresses({ userId });
  ctx.body = addresses.map(presentAddress);
});

addressesRoutes.post('/', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const { id, ...fields } = parse(saveAddressBody, ctx.request.body);
  const address = await saveAddress({ userId, id, fields });
  ctx.body = presentAddress(address);
});

function presentAddress({ id, name, street, city, zip, phone }: Address): AddressView {
  return { id, name, street, city, zip, phone };
}
