const en = {
  sandbox: 'Sandbox: no real money moves',
  payTitle: 'Pay {amount}',
  more: 'Things that can go wrong',
  decline: 'Be declined',
  close: 'Pay and close the tab',
  late: 'Let the bank answer later',
  cancel: 'Back to the shop without paying',
  declined: 'Your card was declined. Nothing was taken; you can try again.',
  paidTitle: 'Paid',
  paid: '{amount} is paid.',
  waitingTitle: 'Waiting for the bank',
  waiting: 'The bank has not decided about {amount} yet. You can go on.',
  expiredTitle: 'Too late',
  expired: 'This payment was open for too long or was ended by the shop. Nothing was taken.',
  unknownTitle: 'No such payment',
  unknown: 'This address belongs to no payment.',
  back: 'Go on to the shop',
  closedTitle: 'This tab counts as closed',
  closed:
    'The payment is made, and the page of the shop will never hear of it from here. Close this tab, or see in your order history what became of the order.',
};

export type PageTexts = typeof en;

const hi: PageTexts = {
  sandbox: 'सैंडबॉक्स: असली पैसे नहीं कटते',
  payTitle: '{amount} का भुगतान करें',
  more: 'क्या-क्या बिगड़ सकता है',
  decline: 'भुगतान नामंज़ूर कराएँ',
  close: 'भुगतान करके टैब बंद करें',
  late: 'बैंक बाद में जवाब दे',
  cancel: 'बिना भुगतान दुकान पर लौटें',
  declined: 'आपका कार्ड नामंज़ूर हुआ। पैसे नहीं कटे; आप फिर कोशिश कर सकते हैं।',
  paidTitle: 'भुगतान हो गया',
  paid: '{amount} का भुगतान हो गया।',
  waitingTitle: 'बैंक के जवाब का इंतज़ार',
  waiting: 'बैंक ने {amount} पर अभी फ़ैसला नहीं किया। आप आगे बढ़ सकते हैं।',
  expiredTitle: 'समय निकल गया',
  expired: 'यह भुगतान बहुत देर खुला रहा या दुकान ने इसे बंद कर दिया। पैसे नहीं कटे।',
  unknownTitle: 'ऐसा कोई भुगतान नहीं',
  unknown: 'इस पते पर कोई भुगतान नहीं है।',
  back: 'दुकान पर आगे बढ़ें',
  closedTitle: 'यह टैब बंद माना जाए',
  closed: 'भुगतान हो चुका है, और दुकान के पन्ने को यहाँ से इसकी ख़बर नहीं मिलेगी। टैब बंद करें, या ऑर्डर इतिहास में देखें कि ऑर्डर का क्या हुआ।',
};

export type Language = 'en' | 'hi';

export const pageTexts = (language: Language): PageTexts => (language === 'hi' ? hi : en);
