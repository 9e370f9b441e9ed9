import { withBackOfficeStyles } from '../lib/back-office-styles.ts';

/** The back office with its styles. A module of its own, as customers never load it. */
export const loadBackOffice = () => withBackOfficeStyles(import('./BackOffice.tsx'));
