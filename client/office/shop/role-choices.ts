import { SHOP_ROLES } from '@haat/contract/accounts/shop-roles';
import { useText } from '../../i18n/use-text.ts';

/** The roles that a member can be given, each with its permissions in one line. */
export function useRoleChoices() {
  const t = useText();
  return SHOP_ROLES.map((value) => ({ value, label: t(`team.${value}`), hint: t(`team.${value}Hint`) }));
}
