const en = {
  sandbox: 'Sandbox: no real money moves',
  payTo: 'Pay',
  how: 'How do you want to pay?',
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Netbanking',
  wallet: 'Wallet',
  pay: 'Pay {amount}',
  more: 'Things that can go wrong',
  decline: 'Be declined',
  close: 'Pay and close the tab',
  late: 'Let the bank answer later',
  cancel: 'Close without paying',
  failed: 'The payment did not go through.',
  unreachable: 'The payment service does not answer. Try again in a moment.',
};

const hi: typeof en = {
  sandbox: 'सैंडबॉक्स: असली पैसे नहीं कटते',
  payTo: 'भुगतान',
  how: 'आप कैसे भुगतान करना चाहते हैं?',
  card: 'कार्ड',
  upi: 'UPI',
  netbanking: 'नेटबैंकिंग',
  wallet: 'वॉलेट',
  pay: '{amount} का भुगतान करें',
  more: 'क्या-क्या बिगड़ सकता है',
  decline: 'भुगतान नामंज़ूर कराएँ',
  close: 'भुगतान करके टैब बंद करें',
  late: 'बैंक बाद में जवाब दे',
  cancel: 'बिना भुगतान बंद करें',
  failed: 'भुगतान नहीं हो पाया।',
  unreachable: 'भुगतान सेवा जवाब नहीं दे रही। थोड़ी देर में फिर कोशिश करें।',
};

export type CheckoutTexts = typeof en;

export const checkoutTexts = (language: string): CheckoutTexts => (language.startsWith('hi') ? hi : en);
