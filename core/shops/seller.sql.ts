/** Who sold: the name and numbers of a shop as they were at the time of the sale. */
export type Seller = {
  name: string | null;
  address: string | null;
  phone: string | null;
  gstin: string | null;
  fssaiLicence: string | null;
};

const fields = (of: string): string => `json_build_object('name', ${of}.name, 'address', ${of}.address,
  'phone', ${of}.phone, 'gstin', ${of}.gstin, 'fssaiLicence', ${of}.fssai_licence)`;

/** The `Seller` of order `o` of `shop`, as JSON: the shop's details at the time of the order. */
export const SELLER = `coalesce((SELECT ${fields('f')} FROM former_shop_identities f
    WHERE f.shop_id = shop.id AND f.until > o.created_at ORDER BY f.until LIMIT 1), ${fields('shop')})`;
