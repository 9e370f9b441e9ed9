import { SHOP_ROLES } from '@haat/contract/rules/shop-roles';
import { useText } from '../../i18n/use-text.ts';

// The role for deliveries has no screen yet.
const OFFERED = SHOP_ROLES.filter((role) => role !== 'rider');

/** The roles that a member can be given, each with what it permits in one line. */
export function useRoleChoices() {
  const t = useText();
  return OFFERED.map((value) => ({ value, label: t(`team.${value}`), hint: t(`team.${value}Hint`) }));
}
