declare module 'virtual:first-screens' {
  /** The screens that are loaded with the app, by their path without its first part, and what they read first. */
  export const FIRST_SCREENS: Record<string, 'shops' | 'shop' | 'catalog' | 'product' | undefined>;
}
