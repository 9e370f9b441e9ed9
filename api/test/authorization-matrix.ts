/**
 * Who calls: nobody; a customer, aiming at what is their own; another customer; a vendor of the shop; a vendor of another
 * shop; an admin of the shop; the platform's operator; the vendor with an expired token; the vendor with a forged one.
 */
export const IDENTITIES = ['AN', 'CO', 'CX', 'VS', 'VX', 'SA', 'PA', 'EX', 'GB'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** The status of each call for each of them, given valid input. What follows the path tells apart calls of one path. */
export const MATRIX = [
  // AN CO  CX  VS  VX  SA  PA  EX  GB
  ['200 200 200 200 200 200 200 200 200', 'POST /api/auth/send-token'],
  ['200 200 200 200 200 200 200 200 200', 'POST /api/auth/login-with-token'],
  ['200 200 200 200 200 200 200 200 200', 'POST /api/auth/refresh-token'],
  ['401 204 204 204 204 204 204 401 401', 'POST /api/auth/logout'],
  ['204 204 204 204 204 204 204 204 204', 'POST /api/auth/logout with the refresh token'],
  ['401 200 200 200 200 200 200 401 401', 'GET /api/users/me'],
  ['401 200 200 200 200 200 200 401 401', 'POST /api/users/update-profile'],
  ['401 200 200 200 200 200 200 401 401', 'POST /api/users/send-email-code'],
  ['401 404 404 404 404 404 404 401 401', 'POST /api/users/send-email-code without a new address'],
  ['401 200 200 200 200 200 200 401 401', 'POST /api/users/confirm-email'],
  ['200 200 200 200 200 200 200 200 200', 'GET /api/navigation'],
  ['200 200 200 200 200 200 200 200 200', 'GET /api/shops'],
  ['200 200 200 200 200 200 200 200 200', 'GET /api/shops/:slug'],
  ['200 200 200 200 200 200 200 200 200', 'GET /api/products'],
  ['401 200 200 200 200 200 200 401 401', 'GET /api/products/:id'],
  ['401 404 404 200 404 200 200 401 401', 'GET /api/products/:id unpublished'],
  ['401 200 200 200 200 200 200 401 401', 'GET /api/address'],
  ['401 200 200 200 200 200 200 401 401', 'POST /api/address'],
  ['401 200 404 404 404 404 404 401 401', 'POST /api/address with the id of CO'],
  ['401 201 201 201 201 201 201 401 401', 'POST /api/orders'],
  ['401 201 404 404 404 404 404 401 401', 'POST /api/orders to the address of CO'],
  ['401 200 200 200 200 200 200 401 401', 'GET /api/orders/user'],
  ['401 403 403 200 403 200 200 401 401', 'GET /api/orders/shop/:shopId'],
  ['401 403 403 200 404 200 200 401 401', 'PATCH /api/orders/:id/status'],
  ['401 403 403 404 404 404 404 401 401', 'PATCH /api/orders/:id/status of no order'],
  ['401 403 403 200 200 200 200 401 401', 'GET /api/notifications'],
  ['401 403 403 200 200 200 200 401 401', 'POST /api/notifications/stream-ticket'],
  ['401 403 403 200 200 200 200 401 401', 'GET /api/notifications/stream'],
  ['204 204 204 204 204 204 204 204 204', 'POST /api/analytics/visit'],
  ['200 200 200 200 200 200 200 200 200', 'GET /api/analytics/visit-count'],
  ['200 200 200 200 200 200 200 200 200', 'GET /live'],
  ['200 200 200 200 200 200 200 200 200', 'GET /ready'],
  ['404 404 404 404 404 404 404 404 404', 'GET /api/nothing'],
  ['405 405 405 405 405 405 405 405 405', 'DELETE /api/users/me'],
] as const;

export type MatrixCall = (typeof MATRIX)[number][1];
