import { ERASED_NAME } from '../db/accounts.models.ts';

/** The name of user `u`, NULL for none: one without a name is shown by the local part of the email address. */
export const PERSON_NAME = `CASE WHEN u.id IS NOT NULL THEN
    coalesce(nullif(u.name, ''), split_part(u.email, '@', 1), u.login_mobile, '${ERASED_NAME}') END`;

/** The same for a shop to read, to which the people of the operator that are no members of it have no names: NULL of them, too. */
export const nameForShop = (shopId: string) => `CASE WHEN NOT (u.is_platform_admin AND NOT EXISTS (
    SELECT FROM shop_members member WHERE member.user_id = u.id AND member.shop_id = ${shopId})) THEN ${PERSON_NAME} END`;
