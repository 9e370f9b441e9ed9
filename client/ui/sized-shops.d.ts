declare module 'virtual:sized-shops' {
  /** The shops whose picture the build has drawn in smaller sizes, too. */
  export const sizedShops: readonly string[];
}
