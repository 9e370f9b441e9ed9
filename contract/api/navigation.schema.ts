import * as z from 'zod';

/** `id` is the part of the path after the shop's slug, e.g. `/products`. */
export const navigationItem = z
  .object({ id: z.string(), name: z.string(), description: z.array(z.string()) })
  .meta({ id: 'NavigationItem' });
export const navigationView = z.object({ navItems: z.array(navigationItem) });
export type NavigationItem = z.infer<typeof navigationItem>;
export type NavigationView = z.infer<typeof navigationView>;
