/** As the wire may carry it: a JSON string of a list, a single string, or a list. */
export type ProductImage = string | readonly string[] | null | undefined;

/**
 * The address of a product's first picture; undefined when there is none. A relative value is prefixed with the server
 * base and, unless it starts with a slash or http, with `/uploads/`.
 */
export function productImageUrl(image: ProductImage, serverBase = ''): string | undefined {
  const first = firstImage(image);
  if (!first) return undefined;
  if (/^https?:/.test(first)) return first;
  return serverBase + (first.startsWith('/') ? first : `/uploads/${first}`);
}

/** In px: what every stored picture has, and what those named `…-large` have besides. */
const WIDTHS = [160, 320, 640];
const LARGE_WIDTH = 960;

/** `srcset` for a picture stored in several widths; undefined for one that is not named that way. */
export function pictureSrcSet(url: string): string | undefined {
  const match = /^(.*?(-large)?)-320(\.\w+)$/.exec(url);
  const widths = match?.[2] ? [...WIDTHS, LARGE_WIDTH] : WIDTHS;
  return match ? widths.map((width) => `${match[1]}-${width}${match[3]} ${width}w`).join(', ') : undefined;
}

function firstImage(image: ProductImage): string | undefined {
  if (typeof image !== 'string') return image?.[0];
  if (!image.startsWith('[')) return image;
  try {
    const list: unknown = JSON.parse(image);
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
  } catch {
    return undefined;
  }
}

const EXTENSIONS = ['jpeg', 'jpg', 'png'];

export const DEFAULT_SHOP_IMAGE = '/images/shops/logo.png';

/** Where a shop's picture is looked for, first to last: jpeg, jpg, png, then the default logo. */
export function shopImageCandidates(slug: string): string[] {
  const folder = `/images/shops/${encodeURIComponent(slug)}`;
  return [...EXTENSIONS.map((extension) => `${folder}.${extension}`), DEFAULT_SHOP_IMAGE];
}
