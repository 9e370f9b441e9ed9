/** The stock at which a variant is low: its own level, or as many items as its shop says. `product`: its row of `products`. */
export const lowAt = (variant: string, product = 'p'): string =>
  `coalesce(${variant}.reorder_level,
    (SELECT low_stock FROM shops WHERE id = ${product}.shop_id) * ${variant}.content)`;

/** Whether the stock of a variant is low. */
export const isLow = (variant: string, product = 'p'): string => `${variant}.stock <= ${lowAt(variant, product)}`;
