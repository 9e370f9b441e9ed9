import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { LANGUAGE_CODES } from '../accounts/language.ts';

const isOn = z.boolean();
const message = isOn.optional();
const mail = isOn.optional();

/**
 * Which messages a user receives by which channel. `new_orders` concerns the shops that they work for, `order_status` the
 * statuses before the last one, `order_ends` completed, cancelled and expired orders and reported problems. Mails with receipts
 * and about refunds are records of a purchase and cannot be turned off, so they are not here. `message` is SMS or WhatsApp to the
 * confirmed mobile number; it is absent where none can be sent: without a gateway, and for an account without such a number.
 * `mail` is absent for an account without an email address.
 */
export const messagePreferences = z
  .object({
    new_orders: z.object({ push: isOn }),
    order_placed: z.object({ message: isOn }).optional(),
    order_status: z.object({ push: isOn, mail, message }),
    order_ends: z.object({ push: isOn, mail, message }),
    refunds: z.object({ push: isOn, message }),
  })
  .meta({ id: 'MessagePreferences' });
export type MessagePreferences = z.infer<typeof messagePreferences>;

/** The mails that have a link to unsubscribe. */
export const OPTIONAL_MAILS = ['order_status', 'order_ends'] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

export const unsubscribeBody = z.object({ token: z.string().min(1).max(200) });
export const unsubscribedView = z.object({ mails: z.enum(OPTIONAL_MAILS) }).meta({ id: 'Unsubscribed' });
export type UnsubscribedView = z.infer<typeof unsubscribedView>;

export const saveLanguageBody = z.object({ language: z.enum(LANGUAGE_CODES) });

export const getMessagePreferences = endpoint({
  method: 'get',
  path: '/api/users/message-preferences',
  access: 'user',
  summary: 'Get which messages the user receives, by channel',
  output: messagePreferences,
});

export const saveMessagePreferences = endpoint({
  method: 'put',
  path: '/api/users/message-preferences',
  access: 'user',
  summary: 'Choose which messages to receive, by channel',
  body: messagePreferences,
  output: messagePreferences,
});

export const saveLanguage = endpoint({
  method: 'put',
  path: '/api/users/language',
  access: 'user',
  onSharedDevice: 'locked',
  summary: "Set the language of the user's mails and push messages",
  body: saveLanguageBody,
  output: saveLanguageBody,
});

export const unsubscribe = endpoint({
  method: 'post',
  path: '/api/unsubscribe',
  access: 'public',
  summary: 'Turn off one kind of mail, with the token of a link in such a mail',
  isSecret: true,
  body: unsubscribeBody,
  output: unsubscribedView,
  errors: ['not_found'],
});
