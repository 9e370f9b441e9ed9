declare module 'virtual:first-screens' {
  /** The screens that are loaded with the app, by the last word of their path, and what they read first. */
  export const FIRST_SCREENS: Record<string, 'shops' | 'shop' | 'catalog' | undefined>;
}
