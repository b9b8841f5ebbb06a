import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '#contract/billing/member-billing.ts';
import { withdrawalWords } from '#contract/billing/purchase-terms.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { useShell } from '#site/shell/boot.ts';

/** How a purchase can be taken back: by a click, by asking support, or not at all because nothing of it is left. */
export function takesBack({
  status,
  amountCents,
  refundedCents,
  withdrawableUntil,
}: Pick<OwnPayment, 'status' | 'amountCents' | 'refundedCents' | 'withdrawableUntil'>):
  | 'withdraw'
  | 'ask'
  | null {
  if (withdrawableUntil !== null) return 'withdraw';
  return status === 'paid' && amountCents > refundedCents ? 'ask' : null;
}

const kindWords = {
  plan: 'plan.payments.kinds.plan',
  upgrade: 'plan.payments.kinds.upgrade',
  verification: 'plan.payments.kinds.verification',
  card: 'plan.payments.kinds.card',
  renewal: 'plan.payments.kinds.renewal',
} as const;

/** The name of what was paid for. */
export function usePaymentName(): (payment: Pick<OwnPayment, 'kind' | 'name'>) => string {
  const { t } = useTranslation('profile');
  return ({ kind, name }) => ((kind === 'plan' || kind === 'upgrade') && name ? name : t(kindWords[kind]));
}

/** The two buttons of the withdrawal function. The law names their words, so they are not the page's own. */
export function useWithdrawalWords() {
  const { i18n } = useTranslation();
  const { language: usual } = useShell();
  return withdrawalWords(LANGUAGES.find((known) => known === i18n.language) ?? usual);
}
