import type { PaymentProvider } from '@haat/contract/rules/payment';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';

type Props = {
  offered: readonly PaymentProvider[];
  chosen: PaymentProvider | undefined;
  onChoose: (provider: PaymentProvider) => void;
};

const WAYS: Record<PaymentProvider, TextId> = { razorpay: 'payment.razorpayWays', stripe: 'payment.stripeWays' };
const NAMES: Record<PaymentProvider, TextId> = { razorpay: 'payment.razorpay', stripe: 'payment.stripe' };

/** Who takes the money, told apart by the ways of paying that each has. */
export function ProviderChoice({ offered, chosen, onChoose }: Props) {
  const t = useText();
  const choices = offered.map((value) => ({ value, label: t(WAYS[value]), hint: t(NAMES[value]) }));
  return <ChoiceList label={t('payment.how')} choices={choices} chosen={chosen} onChoose={onChoose} />;
}
