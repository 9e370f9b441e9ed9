import { formatPaise } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { isPublic } from '../../shops/public-shops.sql.ts';
import { inOneLine, momentIn, notice } from './notice.ts';

type Named = { slug: string; name: string | null };

/** To all operators together. `subjectId`: the application. */
export const APPLICATION_SUBMITTED = notice<{ shop: string; city: string }>({
  read: `SELECT operators.email, operators.language, a.name AS shop, a.city
    FROM shop_applications a CROSS JOIN (
      SELECT string_agg(email, ', ' ORDER BY id) AS email, (array_agg(language ORDER BY id))[1] AS language
      FROM users WHERE is_platform_admin AND email IS NOT NULL AND blocked_at IS NULL
    ) operators
    WHERE a.id = :subjectId AND a.state = 'submitted'`,
  page: () => 'operator/applications',
  en: ({ shop, city }, url) => ({
    subject: 'New application for a shop on Haat',
    mail: [`${shop} in ${city} has applied for a shop.`, { text: 'Approve or decline it:', url }],
  }),
  hi: ({ shop, city }, url) => ({
    subject: 'हाट पर दुकान के लिए नया आवेदन',
    mail: [`${city} की ${shop} ने दुकान के लिए आवेदन किया है।`, { text: 'मंज़ूर या अस्वीकार करें:', url }],
  }),
});

/** To the applicant. `subjectId`: the application. `reason`: why it was declined; null when it was approved. */
export const APPLICATION_DECIDED = notice<{ shop: string; slug: string; reason: string | null }>({
  read: `SELECT u.email, u.language, a.name AS shop, a.slug, a.reason
    FROM shop_applications a JOIN users u ON u.id = a.user_id
    WHERE a.id = :subjectId AND a.state IN ('approved', 'declined')`,
  // An approved one opens the first steps of its shop.
  page: ({ slug, reason }) => (reason === null ? `sell?open=${encodeURIComponent(slug)}` : 'sell'),
  en: ({ shop, reason }, url) =>
    reason === null
      ? {
          subject: 'Your shop on Haat is approved',
          mail: [
            `Your application for ${shop} is approved. The shop is set up, and you are its admin.`,
            {
              text: 'Customers see the shop once its first product is published. Open the back office and follow the first steps:',
              url,
            },
          ],
        }
      : {
          subject: 'Your application for a shop on Haat was declined',
          mail: [
            `Your application for ${shop} was declined.`,
            `Reason: ${reason}`,
            { text: 'You can apply again:', url },
          ],
        },
  hi: ({ shop, reason }, url) =>
    reason === null
      ? {
          subject: 'हाट पर आपकी दुकान को मंज़ूरी मिल गई है',
          mail: [
            `${shop} के लिए आपका आवेदन मंज़ूर हो गया है। दुकान बन गई है और आप उसके एडमिन हैं।`,
            { text: 'पहला सामान प्रकाशित होते ही ग्राहक दुकान देख पाएँगे। ‘दुकान का काम’ खोलें और पहले कदम पूरे करें:', url },
          ],
        }
      : {
          subject: 'हाट पर दुकान के लिए आपका आवेदन अस्वीकार हुआ',
          mail: [
            `${shop} के लिए आपका आवेदन अस्वीकार कर दिया गया है।`,
            `वजह: ${reason}`,
            { text: 'आप फिर से आवेदन कर सकते हैं:', url },
          ],
        },
});

/** To a user whose place a shop now serves. `subjectId`: the user, whose row in place_requests names the shop. */
export const SHOP_NEAR = notice<Named>({
  read: `SELECT u.email, u.login_mobile AS mobile, u.language, shops.name, shops.slug
    FROM place_requests request
    JOIN users u ON u.id = request.user_id AND u.blocked_at IS NULL AND u.deleted_at IS NULL
    JOIN shops ON shops.id = request.shop_id AND ${isPublic()}
    WHERE request.user_id = :subjectId`,
  page: ({ slug }) => `${encodeURIComponent(slug)}/products`,
  messageKind: 'shop_near',
  en: (shop, url) => ({
    subject: 'A shop on Haat delivers to you now',
    mail: [`${shopName(shop)} delivers to the place where you asked to be told.`, { text: 'See what it sells:', url }],
    message: `${inOneLine(shopName(shop))} on Haat delivers to you now: ${url}`,
  }),
  hi: (shop, url) => ({
    subject: 'अब हाट की एक दुकान आपके यहाँ डिलीवरी करती है',
    mail: [
      `${shopName(shop)} अब उस जगह डिलीवरी करती है जिसके लिए आपने खबर माँगी थी।`,
      { text: 'देखें कि वहाँ क्या मिलता है:', url },
    ],
    message: `हाट की ${inOneLine(shopName(shop))} अब आपके यहाँ डिलीवरी करती है: ${url}`,
  }),
});

/** To a member of a shop that does not answer its orders, or to an operator. `subjectId`: the row in shop_notices. */
export const NOT_RESPONDING = notice<Named>({
  read: `SELECT u.email, u.language, shop.name, shop.slug
    FROM shop_notices n JOIN users u ON u.id = n.user_id JOIN shops shop ON shop.id = n.shop_id WHERE n.id = :subjectId`,
  page: ({ slug }) => `${encodeURIComponent(slug)}/shop-orders`,
  en: (shop, url) => ({
    subject: 'A shop has stopped taking orders',
    mail: [
      `${shopName(shop)} did not answer its last three orders in time. It no longer takes orders, so that no other customer waits in vain.`,
      { text: 'When someone is at the shop again, a member can resume orders on the order board:', url },
    ],
  }),
  hi: (shop, url) => ({
    subject: 'एक दुकान ने ऑर्डर लेना बंद कर दिया है',
    mail: [
      `${shopName(shop)} ने अपने पिछले तीन ऑर्डरों का समय पर जवाब नहीं दिया। दूसरे ग्राहक बेकार इंतज़ार न करें, इसलिए दुकान अभी ऑर्डर नहीं ले रही।`,
      { text: 'जब कोई दुकान पर हो, तो टीम का कोई सदस्य यहाँ फिर से ऑर्डर चालू करे:', url },
    ],
  }),
});

type Problem = {
  isReminder: boolean;
  problemId: number;
  number: string;
  order: string;
  acknowledgeBy: Date;
  solveBy: Date;
  slug: string;
};

/** To a member of a shop about a reported problem, without names: the page has them. `subjectId`: row in order_problem_notices. */
export const PROBLEM = notice<Problem>({
  read: `SELECT u.email, u.language, n.is_reminder, p.id AS problem_id, p.problem_number AS number, o.order_number AS order,
      p.acknowledge_by, p.solve_by, shop.slug
    FROM order_problem_notices n JOIN order_problems p ON p.id = n.problem_id JOIN orders o ON o.id = p.order_id
    JOIN shops shop ON shop.id = p.shop_id JOIN users u ON u.id = n.user_id
    WHERE n.id = :subjectId AND p.solved_at IS NULL`,
  page: ({ slug, problemId }) => `${encodeURIComponent(slug)}/admin/problems/${problemId}`,
  en: ({ isReminder, number, order, acknowledgeBy, solveBy }, url) => ({
    subject: `Problem ${number} with an order`,
    mail: [
      isReminder
        ? `Problem ${number} is still waiting for an answer from your shop.`
        : `A customer has reported problem ${number} with order ${order}.`,
      `Acknowledge it by ${momentIn('en', acknowledgeBy)}, and solve it by ${momentIn('en', solveBy)} at the latest.`,
      { text: 'See what happened and answer:', url },
    ],
  }),
  hi: ({ isReminder, number, order, acknowledgeBy, solveBy }, url) => ({
    subject: `ऑर्डर की समस्या ${number}`,
    mail: [
      isReminder
        ? `समस्या ${number} अब भी आपकी दुकान के जवाब का इंतज़ार कर रही है।`
        : `एक ग्राहक ने ऑर्डर ${order} की समस्या ${number} बताई है।`,
      `इसे ${momentIn('hi', acknowledgeBy)} तक देख लें, और ज़्यादा से ज़्यादा ${momentIn('hi', solveBy)} तक हल करें।`,
      { text: 'क्या हुआ, यहाँ देखें और जवाब दें:', url },
    ],
  }),
});

/** To a customer whose refund is on its way. `subjectId`: the refund. `order`: null if no order was placed for the payment. */
export const REFUND = notice<{ amountPaise: number; order: string | null }>({
  read: `SELECT u.email, u.language, r.amount_paise, o.order_number AS order
    FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN users u ON u.id = p.user_id
    LEFT JOIN orders o ON o.id = p.order_id WHERE r.id = :subjectId`,
  en: ({ amountPaise, order }, url) => ({
    subject: 'Your payment was refunded',
    mail: [
      order === null
        ? `We have refunded your payment of ${formatPaise(amountPaise)} because no order was placed for it.`
        : `We have refunded your payment of ${formatPaise(amountPaise)} for order ${order}.`,
      'The amount is credited to your original payment method. Banks can take up to 7 days.',
      { text: 'If you have questions, contact us:', url },
    ],
  }),
  hi: ({ amountPaise, order }, url) => ({
    subject: 'आपके पैसे लौटा दिए गए',
    mail: [
      order === null
        ? `आपके ${formatPaise(amountPaise)} लौटा दिए गए हैं, क्योंकि उनके लिए कोई ऑर्डर नहीं हुआ।`
        : `ऑर्डर ${order} के ${formatPaise(amountPaise)} लौटा दिए गए हैं।`,
      'रक़म उसी तरीक़े से लौटेगी जिससे आपने भुगतान किया था। बैंक को 7 दिन तक लग सकते हैं।',
      { text: 'कुछ पूछना हो, तो यहाँ संपर्क करें:', url },
    ],
  }),
});
