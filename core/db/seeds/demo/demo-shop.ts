/** One thing a customer can choose: a pack size (`unit`), or a `size` and `color`. `price` and `mrp` are rupees. */
export type DemoVariant = {
  unit?: string;
  size?: string;
  color?: string;
  price: number;
  mrp?: number;
  stock: number;
  barcode?: string;
};

/** `picture` is the base name of a set in `pictures/`: `{picture}-160.webp`, `-320.webp`, `-640.webp`. */
export type DemoProduct = {
  name: string;
  description: string;
  category: string;
  subcategory: string;
  picture: string;
  variants: DemoVariant[];
};

/** Times are `HH:MM`; `minimumOrder` is rupees, null for the product's default. */
export type DemoShop = {
  slug: string;
  name: string;
  trade: string;
  address: string;
  phone: string;
  openTime: string;
  closeTime: string;
  minimumOrder: number | null;
  acceptsOrdersWhenClosed: boolean;
  latitude: number;
  longitude: number;
  reachMetres: number;
  products: DemoProduct[];
};
