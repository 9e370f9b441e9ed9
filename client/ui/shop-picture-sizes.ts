/** How wide, in pixels, the build draws a shop's picture besides: for a row of a list, and for a card on a phone. */
export const PICTURE_WIDTHS = [240, 560];
export const FULL_WIDTH = 1040;

/** How wide the picture of a card of the carousel is drawn. */
export const CARD_SIZES = 'min(320px, 78vw)';

/** A shop's picture and its smaller copies, `/images/shops/<width>/<slug>.jpeg`, for `srcset`. */
export function pictureSet(slug: string): string {
  const name = `${encodeURIComponent(slug)}.jpeg`;
  const smaller = PICTURE_WIDTHS.map((width) => `/images/shops/${width}/${name} ${width}w`);
  return [...smaller, `/images/shops/${name} ${FULL_WIDTH}w`].join(', ');
}
