/**
 * Who calls: nobody; a customer, aiming at what is their own; another customer; a vendor of the shop; a vendor of another
 * shop; an admin of the shop; the platform's operator; the vendor with an expired token; the vendor with a forged one.
 */
export const IDENTITIES = ['AN', 'CO', 'CX', 'VS', 'VX', 'SA', 'PA', 'EX', 'GB'] as const;
export type Identity = (typeof IDENTITIES)[number];
