/**
 * A shop's readable name: its own, else derived from the slug: hyphens become spaces, camel-case is split, & is
 * spaced. Spec section 2, landing dashboard.
 */
export function shopName({ name, slug }: { name?: string | null; slug: string }): string {
  return name?.trim() || nameFromSlug(slug);
}

function nameFromSlug(slug: string): string {
  return slug
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('&', ' & ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}
