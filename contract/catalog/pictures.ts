/** In px: the widths of every stored picture, and the additional ones of pictures named `…-large`. */
const WIDTHS = [160, 320, 640];
const LARGE_WIDTH = 960;

/** `srcset` for a picture stored in several widths; undefined for one that is not named that way. */
export function pictureSrcSet(url: string): string | undefined {
  const match = /^(.*?(-large)?)-320(\.\w+)$/.exec(url);
  const widths = match?.[2] ? [...WIDTHS, LARGE_WIDTH] : WIDTHS;
  return match ? widths.map((width) => `${match[1]}-${width}${match[3]} ${width}w`).join(', ') : undefined;
}

const EXTENSIONS = ['jpeg', 'jpg', 'png'];

export const DEFAULT_SHOP_IMAGE = '/images/shops/logo.png';

/** The addresses to try for a shop's picture, in order: jpeg (an uploaded one), jpg, png, then the default logo. */
export function shopImageCandidates(slug: string): string[] {
  const folder = `/images/shops/${encodeURIComponent(slug)}`;
  return [...EXTENSIONS.map((extension) => `${folder}.${extension}`), DEFAULT_SHOP_IMAGE];
}
