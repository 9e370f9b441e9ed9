export type Provider = 'stripe' | 'razorpay';

/** One event of a provider, as it happened, and what became of its delivery. */
export type WebhookEvent = {
  id: string;
  provider: Provider;
  type: string;
  /** The object it is about, for people who read the list. */
  about: string;
  at: number;
  body: string;
  /** When it is sent next; null once it was taken, lost or given up. */
  nextAt: number | null;
  isLost: boolean;
  attempts: { at: number; answer: string }[];
};

export const isTaken = ({ attempts }: WebhookEvent): boolean => attempts.some(({ answer }) => answer.startsWith('2'));
