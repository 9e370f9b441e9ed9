/** The article of a stored barcode, as `articleOf` of the contract computes it; the indexes are on this expression. */
export const articleIn = (column: string): string => `ltrim(upper(${column}), '0')`;
