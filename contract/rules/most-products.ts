/**
 * How many products a shop has at most, hidden ones too. Its shelf is sent, searched and shown as a whole, so this is also
 * the most that `GET /api/products` carries; one more is refused (`shelf_full`) wherever products are added. Spec section 7.
 */
export const MOST_PRODUCTS = 5_000;
