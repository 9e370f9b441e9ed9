import { withBackOfficeStyles } from '../lib/back-office-styles.ts';

/** The back office with its styles. In its own module, as customers never load it. */
export const loadBackOffice = () => withBackOfficeStyles(import('./BackOffice.tsx'));

/** The lock of a shared device on the screens of customers, with its styles. */
export const loadStorefrontDevice = () => withBackOfficeStyles(import('./back-office/StorefrontDevice.tsx'));
