import * as z from 'zod';
import { ADDRESS_MESSAGE } from '../rules/address.ts';
import { INDIAN_MOBILE } from '../rules/phone.ts';
import { id, line } from './common.schema.ts';

const addressFields = {
  name: line(100),
  street: line(200),
  city: line(100),
  zip: line(12),
  phone: z.string().trim().regex(INDIAN_MOBILE, ADDRESS_MESSAGE),
};

/** With an id the own address is changed, without one it is created. */
export const saveAddressBody = z.object({ ...addressFields, id: id.optional() });

export const addressView = z
  .object({ id, name: z.string(), street: z.string(), city: z.string(), zip: z.string(), phone: z.string() })
  .meta({ id: 'Address' });
export type AddressView = z.infer<typeof addressView>;
export type SaveAddressBody = z.infer<typeof saveAddressBody>;
