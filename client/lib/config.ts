import { DEFAULT_MAIN_SHOP_SLUG } from '@haat/contract/shops/shop';

/** The base URL of the API; empty means the origin that served the page. Never ends with a slash. */
export const API_BASE = (import.meta.env.VITE_API_BASE ?? '').replace(/\/+$/, '');

/** The platform's own shop. */
export const MAIN_SHOP_SLUG = import.meta.env.VITE_MAIN_SHOP_SLUG || DEFAULT_MAIN_SHOP_SLUG;

/** The store listing of the Android app; undefined where the web app is the only one. */
export const APP_STORE_URL = import.meta.env.VITE_APP_STORE_URL || undefined;

/** Where people write for help. */
export const SUPPORT_EMAIL = import.meta.env.VITE_SUPPORT_EMAIL || 'help@haat.example';
