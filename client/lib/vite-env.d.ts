/// <reference types="web-bluetooth" />
interface ImportMetaEnv {
  readonly VITE_API_BASE?: string;
  readonly VITE_MAIN_SHOP_SLUG?: string;
  readonly VITE_APP_STORE_URL?: string;
  readonly VITE_PUBLIC_URLS?: string;
  readonly VITE_SUPPORT_EMAIL?: string;
}
