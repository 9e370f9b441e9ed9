import { lazyScreen } from '../../lib/lazy.ts';
import type { SwitchOfferProps } from './SwitchOffer.tsx';

/** Loaded only for users at the address of another shop. */
export const LazySwitchOffer = lazyScreen<'SwitchOffer', SwitchOfferProps>(
  () => import('./SwitchOffer.tsx'),
  'SwitchOffer',
);
