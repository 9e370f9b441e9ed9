import { ERASED_NAME } from '../../db/user.model.ts';

/** The name of user `u`, NULL for none: one without a name is shown by the local part of the email address. */
export const PERSON_NAME = `CASE WHEN u.id IS NOT NULL THEN
    coalesce(nullif(u.name, ''), split_part(u.email, '@', 1), u.login_mobile, '${ERASED_NAME}') END`;
