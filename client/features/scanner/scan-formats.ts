/** The kinds of code that screens ask for, in words of ours: the library and its numbers come only with the camera. */
export type ScanFormat = 'qr' | 'ean-13' | 'ean-8' | 'upc-a' | 'upc-e' | 'code-128';

/** What is printed on goods. */
export const PRODUCT_CODES: readonly ScanFormat[] = ['ean-13', 'ean-8', 'upc-a', 'upc-e', 'code-128'];
