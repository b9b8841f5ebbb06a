import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type pay from '#site/locales/it/pay.json';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { pathAfterPayment } from '../purchase-origin.ts';

/** The words of each way a payment can end or stand. */
const words: Record<PaymentOutcome, keyof (typeof pay)['outcomes']> = {
  success: 'success',
  pending: 'pending',
  check_failed: 'checkFailed',
  generic: 'declined',
  try_again: 'passing',
  authentication_required: 'confirmationWanted',
  invalid_cvc: 'wrongCode',
  insufficient_funds: 'fundsShort',
  lost_or_stolen: 'cardBlocked',
  invalid_expiry_month: 'wrongMonth',
  invalid_expiry_year: 'wrongYear',
  expired_card: 'cardExpired',
  already_declined: 'declinedBefore',
  processing_error: 'cardTrouble',
  card_declined: 'cardRefused',
  invalid_number: 'wrongNumber',
  address_blocked: 'notAccepted',
};

/** What an outcome is called and says. */
export function useOutcomeWords() {
  const { t } = useTranslation('pay');
  return useCallback((outcome: PaymentOutcome) => outcomeWords(outcome, t), [t]);
}

/** The same outside React, once the words are there. */
export function outcomeWords(outcome: PaymentOutcome, t: TFunction<'pay'>) {
  const name = words[outcome];
  const text = t(`outcomes.${name}.text`);
  return {
    title: t(`outcomes.${name}.title`),
    text: isRefusal(outcome) ? `${t('refused.nothingTaken')} ${text}` : text,
  };
}

function isRefusal(outcome: PaymentOutcome): boolean {
  return outcome !== 'success' && outcome !== 'pending';
}

/**
 * Says how a payment ended to a payer who is not at its form, with one way on: to the conversation that it began in, or
 * to the form.
 */
export function useReportOutcome(): (outcome: PaymentOutcome, form: string) => void {
  const { t } = useTranslation('pay');
  const wordsOf = useOutcomeWords();
  const navigate = useNavigate();
  return useCallback(
    (outcome, form) => {
      const refused = isRefusal(outcome);
      const onward = pathAfterPayment();
      const onwardWords = onward === paths.chats ? 'toChats' : 'backToChat';
      openPopup({
        name: outcome === 'success' ? 'paid' : 'blocked',
        ...wordsOf(outcome),
        button: t(refused ? 'again' : onwardWords),
        address: refused ? form : onward,
        // Back closes it, too, and there is nothing left to do on the page beneath.
        ...(outcome === 'success' && { onClosed: () => void navigate(onward, { replace: true }) }),
      });
    },
    [t, wordsOf, navigate],
  );
}
