import { TextPage } from './TextPage.tsx';

/** Spec section 2, static pages: ten sections. */
export function TermsScreen() {
  return (
    <TextPage
      title="terms.title"
      sections={[
        { title: 'terms.acceptance.title', text: 'terms.acceptance.text' },
        { title: 'terms.use.title', text: 'terms.use.text' },
        { title: 'terms.conduct.title', text: 'terms.conduct.text' },
        { title: 'terms.payments.title', text: 'terms.payments.text' },
        { title: 'terms.termination.title', text: 'terms.termination.text' },
        { title: 'terms.property.title', text: 'terms.property.text' },
        { title: 'terms.liability.title', text: 'terms.liability.text' },
        { title: 'terms.changes.title', text: 'terms.changes.text' },
        { title: 'terms.law.title', text: 'terms.law.text' },
        { title: 'terms.contact.title', text: 'terms.contact.text' },
      ]}
    />
  );
}
