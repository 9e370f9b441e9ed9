declare module 'virtual:sized-shops' {
  /** The shops whose picture is shipped with Haat, in the full size and in smaller ones. */
  export const sizedShops: readonly string[];
}
