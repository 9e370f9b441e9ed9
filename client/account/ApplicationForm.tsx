import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { applyForShop, checkSlug } from '@haat/contract/platform/shop-applications.calls';
import { TRADE_IDS } from '@haat/contract/platform/shop-application';
import { shopLink } from '@haat/contract/shops/shop-code';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { type ComponentProps, type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field, PhoneField, SelectField, useFocusOnFirst } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useChange } from '../ui/use-change.ts';
import { type PinCodeState, usePinCode } from '../shared/addresses/use-pin-code.ts';
import { useLoginPath, useSession, useSessionSend } from '../shared/session/SessionProvider.tsx';
import {
  applicationProblems,
  type ApplicationProblems,
  type ApplicationValues,
  limitOf,
  toApplication,
  type useApplicationForm,
} from './application-form.ts';
import { useTradeName } from '../i18n/use-trade-name.ts';
import { useCall } from '../lib/call-query.ts';
import { publicAddress } from '../lib/public-address.ts';
import { useSettled } from '../lib/use-settled.ts';

type Props = { form: ReturnType<typeof useApplicationForm>; onDone: () => void };

/** The application form for a shop. Guests log in first; the form keeps their entries. */
export function ApplicationForm({ form: { values, key, change, clear, isTyped }, onDone }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { isSignedIn, user } = useSession();
  const loginPath = useLoginPath(MAIN_SHOP_SLUG);
  const [problems, setProblems] = useState<ApplicationProblems>({});
  const form = useFocusOnFirst(problems);
  const pin = usePinCode(values.pin_code);
  const sendToSession = useSessionSend();
  const { send, isSending, refusal } = useChange(applyForShop, {
    failed: 'sell.failed',
    own: OWN_TEXTS,
    done: 'sell.sent',
    onDone: () => {
      // It has a name now.
      sendToSession({ type: 'profile.changed' });
      clear();
      onDone();
    },
  });
  // Who is not logged in yet may have no account.
  const asksName = !isSignedIn || (user !== undefined && !user.name);
  const lacksEmail = user !== undefined && user.email === null;

  // Back from the login, the next step is in sight.
  const [isBack] = useState(isSignedIn && isTyped);
  useEffect(() => {
    if (isBack) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [form, isBack]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = applicationProblems(values, asksName);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (isSignedIn) send({ body: toApplication(values), key });
    else void navigate(loginPath);
  };
  return (
    <Card as="form" isRoomy gap={4} ref={form} onSubmit={submit} noValidate aria-label={t('sell.apply')}>
      <h2>{t('sell.apply')}</h2>
      <ApplicationFields {...{ values, problems, pin, asksName }} onChange={change} />
      {lacksEmail ? (
        <Notice>
          {t('sell.emailMissing')} <Link to="/profile">{t('menu.editProfile')}</Link>
        </Notice>
      ) : null}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isSending}>
          {t(isSignedIn ? 'sell.send' : 'sell.logIn')}
        </Button>
      </Row>
      {isSignedIn ? null : <p>{t('sell.logInHint')}</p>}
    </Card>
  );
}

type FieldsProps = {
  values: ApplicationValues;
  problems: ApplicationProblems;
  pin: PinCodeState;
  asksName: boolean;
  onChange: (changes: Partial<ApplicationValues>) => void;
};

function ApplicationFields({ values, problems, pin: { city, isMissing }, asksName, onChange: change }: FieldsProps) {
  const t = useText();
  const slug = useSlugTexts(values.slug);
  const tradeName = useTradeName();
  const input = (field: keyof ApplicationValues) => ({
    name: field,
    value: values[field],
    problem: problems[field] && t(problems[field]),
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  });
  return (
    <>
      <Field {...input('name')} {...TEXTS} {...limitOf('name')} label={t('settings.name')} required />
      <Field
        {...input('slug')}
        {...SLUG}
        label={t('sell.slug')}
        hint={slug.hint}
        problem={input('slug').problem ?? slug.problem}
        required
      />
      <SelectField
        {...input('trade')}
        label={t('sell.trade')}
        placeholder={t('sell.tradeChoose')}
        required
        options={TRADE_IDS.map((trade) => ({ value: trade, label: tradeName(trade) }))}
      />
      <PhoneField
        {...input('mobile')}
        label={t('sell.mobile')}
        hint={t('sell.mobileHint')}
        numberIn={shopPhoneIn}
        required
        onNumber={(mobile) => change({ mobile })}
      />
      <Field
        {...input('street')}
        label={t('address.street')}
        {...limitOf('street')}
        autoComplete="street-address"
        required
      />
      <Field
        {...input('pin_code')}
        {...PIN}
        label={t('address.zip')}
        hint={city ? t('sell.city', { city }) : t(isMissing ? 'sell.zipUnknown' : 'address.zipHint')}
        onChange={({ target }) => change({ pin_code: target.value.replaceAll(/\s/g, '') })}
      />
      {asksName ? (
        <Field
          {...input('applicant_name')}
          label={t('sell.yourName')}
          hint={t('sell.yourNameHint')}
          {...limitOf('applicant_name')}
          autoComplete="name"
          required
        />
      ) : null}
      <Field {...input('gstin')} {...CODE} label={t('sell.gstin')} hint={t('sell.gstinHint')} maxLength={20} />
      <Field {...input('fssai_licence')} {...CODE} label={t('sell.fssai')} hint={t('sell.fssaiHint')} maxLength={20} />
    </>
  );
}

type Input = Partial<Omit<ComponentProps<typeof Field>, 'label' | 'hint'>>;
const TEXTS: Input = { autoComplete: 'organization' };
const SLUG: Input = { maxLength: 40, autoCapitalize: 'off', autoComplete: 'off', spellCheck: false };
// With a blank in the middle, as it is often written.
const PIN: Input = { inputMode: 'numeric', autoComplete: 'postal-code', maxLength: 7, required: true };
const CODE: Input = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false };

const OWN_TEXTS = {
  slug_taken: 'operator.slugTaken',
  email_required: 'sell.emailMissing',
  application_limit_reached: 'sell.limit',
} as const;

/** The texts of a slug field while the user types: the address of the shop, and whether it is free or has a problem. */
function useSlugTexts(slug: string): { hint: string; problem: string | undefined } {
  const t = useText();
  const isAvailable = useSlugAvailable(slug);
  if (slug === '') return { hint: t('operator.slugHint'), problem: undefined };
  const problem = slugProblem(slug);
  if (problem) return { hint: t(`operator.slug.${problem}`), problem: undefined };
  const link = shopLink(publicAddress(), slug);
  if (isAvailable === false) return { hint: link, problem: t('operator.slug.taken') };
  return { hint: isAvailable ? `${link} ✓ ${t('operator.slug.free')}` : link, problem: undefined };
}

const DEBOUNCE_MS = 400;

/** Whether a new shop can have the slug; undefined until it is known. Debounced. */
function useSlugAvailable(slug: string): boolean | undefined {
  const debounced = useSettled(slug, DEBOUNCE_MS);
  const isPossible = debounced === slug && slugProblem(slug) === undefined;
  const { data } = useCall(checkSlug, { params: { slug: debounced } }, { enabled: isPossible, staleTime: 0 });
  return isPossible ? data?.available : undefined;
}
