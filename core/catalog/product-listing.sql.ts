/** The fields of a product and one of its variants in lists of products of many shops. */
export type ProductListing = {
  id: number;
  name: string;
  image: string | null;
  variantId: number;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
  sizeId: number | null;
  sizeName: string | null;
  colorId: number | null;
  colorName: string | null;
  unitId: number | null;
  unitName: string | null;
  variantCount: number;
};

/** How many items of a variant are in its stock; a part of one does not count. */
export const itemsOf = (variant: string): string => `${variant}.stock / ${variant}.content`;

/** Whether at least one is. */
export const isInStock = (variant: string): string => `${variant}.stock >= ${variant}.content`;

/** The columns of a product `p` and its variant `v`, all but the number of variants. */
export const LISTING_COLUMNS = `
  p.id, p.name, p.image, v.id AS variant_id, v.price_paise, v.mrp_paise, ${itemsOf('v')} AS stock,
  size.id AS size_id, size.name AS size_name, color.id AS color_id, color.name AS color_name,
  unit.id AS unit_id, unit.name AS unit_name`;

export const OPTIONS_OF_VARIANT = `
  LEFT JOIN sizes size ON size.id = v.size_id
  LEFT JOIN colors color ON color.id = v.color_id
  LEFT JOIN units unit ON unit.id = v.unit_id`;
