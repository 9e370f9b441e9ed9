import type { TextId } from '../i18n/text-id.ts';

/** Spec section 2, other links. */
export const STATIC_LINKS: readonly { to: string; text: TextId }[] = [
  { to: '/about', text: 'menu.about' },
  { to: '/help', text: 'menu.help' },
  { to: '/privacy-policy', text: 'menu.privacy' },
  { to: '/terms-of-service', text: 'menu.terms' },
];
