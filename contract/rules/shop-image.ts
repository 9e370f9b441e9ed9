const EXTENSIONS = ['jpeg', 'jpg', 'png'];

export const DEFAULT_SHOP_IMAGE = '/images/shops/logo.png';

/** Where a shop's picture is looked for, first to last: jpeg, jpg, png, then the default logo. Spec sections 2 and 9. */
export function shopImageCandidates(slug: string): string[] {
  const folder = `/images/shops/${encodeURIComponent(slug)}`;
  return [...EXTENSIONS.map((extension) => `${folder}.${extension}`), DEFAULT_SHOP_IMAGE];
}
