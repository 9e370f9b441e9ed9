import type { LanguageCode } from '../accounts/language.ts';
import type { OrderReason } from './order-reasons.ts';

/** Why an order ended, in mails; as the screens say it. */
export const ORDER_REASON_TEXTS: Record<LanguageCode, Record<OrderReason, string>> = {
  en: {
    item_unavailable: 'An item is not available',
    too_busy: 'Too busy right now',
    closing: 'The shop is closing',
    cannot_deliver_there: 'Cannot deliver to this address',
    suspected_mistake: 'The order looks like a mistake',
    not_collected: 'The order was not collected',
    ordered_by_mistake: 'Ordered by mistake',
    too_late: 'It takes too long',
    changed_my_mind: 'Changed my mind',
    nobody_there: 'Nobody was there',
    wrong_address: 'The address was wrong',
    refused: 'The customer refused it',
    damaged: 'It was damaged on the way',
    other: 'Another reason',
  },
  hi: {
    item_unavailable: 'कोई चीज़ उपलब्ध नहीं है',
    too_busy: 'अभी बहुत काम है',
    closing: 'दुकान बंद हो रही है',
    cannot_deliver_there: 'इस पते पर डिलीवरी नहीं हो सकती',
    suspected_mistake: 'ऑर्डर ग़लती से हुआ लगता है',
    not_collected: 'ऑर्डर कोई लेने नहीं आया',
    ordered_by_mistake: 'ग़लती से ऑर्डर हो गया',
    too_late: 'बहुत देर लग रही है',
    changed_my_mind: 'अब नहीं चाहिए',
    nobody_there: 'वहाँ कोई नहीं था',
    wrong_address: 'पता ग़लत था',
    refused: 'ग्राहक ने लेने से मना किया',
    damaged: 'रास्ते में ख़राब हो गया',
    other: 'दूसरी वजह',
  },
};
