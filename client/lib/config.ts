import { DEFAULT_MAIN_SHOP_SLUG } from '@haat/contract/rules/known-shops';

/** Where the API answers; empty means the origin that served the page. Never ends with a slash. */
export const API_BASE = (import.meta.env.VITE_API_BASE ?? '').replace(/\/+$/, '');

/** The platform's own shop. Spec section 1. */
export const MAIN_SHOP_SLUG = import.meta.env.VITE_MAIN_SHOP_SLUG || DEFAULT_MAIN_SHOP_SLUG;

/** Where the Android app is offered. Spec section 2, landing dashboard. */
export const APP_STORE_URL = import.meta.env.VITE_APP_STORE_URL || 'https://play.google.com/store/search?q=haat&c=apps';

/** Where people write for help. */
export const SUPPORT_EMAIL = import.meta.env.VITE_SUPPORT_EMAIL || 'help@haat.example';
