import { TextPage } from './TextPage.tsx';

/** Spec section 2, static pages. */
export function PrivacyScreen() {
  return (
    <TextPage
      title="privacy.title"
      sections={[
        { title: 'privacy.data.title', text: 'privacy.data.text' },
        { title: 'privacy.use.title', text: 'privacy.use.text' },
        { title: 'privacy.cookies.title', text: 'privacy.cookies.text' },
        { title: 'privacy.consent.title', text: 'privacy.consent.text' },
        { title: 'privacy.others.title', text: 'privacy.others.text' },
        { title: 'privacy.rights.title', text: 'privacy.rights.text' },
        { title: 'privacy.changes.title', text: 'privacy.changes.text' },
        { title: 'privacy.contact.title', text: 'privacy.contact.text' },
      ]}
    />
  );
}
