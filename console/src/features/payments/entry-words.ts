import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { providers } from '#contract/billing/providers.ts';
import type { PaymentEntry, StaffPayment } from '#contract/staff/payments.ts';

/** "visa 4242" as it is printed on cards. */
function cardWords(text: string): string {
  const [network = '', lastFour] = text.split(' ');
  const name = network === 'amex' ? 'American Express' : network.charAt(0).toUpperCase() + network.slice(1);
  return lastFour === undefined ? text : `${name} •••• ${lastFour}`;
}

/** Every code that has words, with its group. */
const known = [
  'kinds.plan',
  'kinds.upgrade',
  'kinds.verification',
  'kinds.card',
  'kinds.renewal',
  'methods.card',
  'methods.on_file',
  'methods.paypal',
  'methods.googlepay',
  'methods.applepay',
  'initiators.member',
  'initiators.merchant',
  'sources.answer',
  'sources.webhook',
  'sources.poll',
  'sources.return',
  'sources.operator',
  'sources.report',
  'states.created',
  'states.awaiting_payment',
  'states.paid',
  'states.fulfilled',
  'states.failed',
  'states.expired',
  'states.requires_action',
  'states.processing',
  'states.unknown',
  'states.declined',
  'states.error',
  'states.authorised',
  'states.captured',
  'states.partially_refunded',
  'states.refunded',
  'states.charged_back',
  'states.absent',
  'states.done',
  'states.sent',
  'states.announced',
  'states.lost',
  'states.reversed',
  'states.lost_again',
  'refundStates.sent',
  'refundStates.unknown',
  'refundStates.done',
  'refundStates.failed',
  'outcomes.pending',
  'outcomes.check_failed',
  'outcomes.generic',
  'outcomes.try_again',
  'outcomes.authentication_required',
  'outcomes.invalid_cvc',
  'outcomes.insufficient_funds',
  'outcomes.lost_or_stolen',
  'outcomes.expired_card',
  'outcomes.processing_error',
  'outcomes.card_declined',
  'outcomes.invalid_number',
  'answers.failed',
  'held.turned_off',
  'held.failing',
  'held.busy',
  'webhooks.charge',
  'webhooks.stored',
  'webhooks.refund',
  'webhooks.dispute',
  'webhooks.other',
  'handled.new',
  'handled.done',
  'handled.parked',
  'handled.ignored',
  'handled.unmatched',
  'notices.at_purchase',
  'notices.before',
  'reasons.withdrawal',
  'reasons.left',
  'reasons.support',
  'reasons.cancelled',
  'reasons.late',
  'reasons.duplicate',
  'reasons.replaced',
  'disputes.announced',
  'disputes.lost',
  'disputes.reversed',
  'disputes.lost_again',
  'mails.queued',
  'mails.kept',
  'mails.sent',
  'mails.failed',
  'jobs.waiting',
  'jobs.running',
  'jobs.dead',
  'actors.member',
  'actors.system',
  'actors.staff',
  'acts.payment.refunded',
  'acts.payment.asked',
  'acts.purchase.withdrawn',
  'acts.purchase.cancelled',
  'acts.purchase.withdrawal_asked',
  'acts.refund.made_elsewhere',
  'acts.refund.refused',
  'acts.refund.returned',
  'acts.refund.called_off',
  'acts.refund.unanswered',
] as const;

/** Names a code. Providers and later versions know codes that have no words here yet: these are shown as they are. */
export function useNamed(): (group: string, code: string | null) => string {
  const { t } = useTranslation('payments');
  return (group, code) => {
    const key = known.find((each) => each === `${group}.${code}`);
    return key ? t(key) : (code ?? '');
  };
}

/** How a payment stands, with the bank's reason where it said no. */
export function usePaymentState(): (payment: Pick<StaffPayment, 'state' | 'outcome'>) => string {
  const named = useNamed();
  return ({ state, outcome }) => {
    const why = outcome === 'success' || outcome === 'pending' ? '' : named('outcomes', outcome);
    return [named('states', state), why]
      .filter((words, at, all) => words && all.indexOf(words) === at)
      .join(' · ');
  };
}

/** An entry in words: the event, and what is known about it. */
export function useEntryWords(entry: PaymentEntry): { title: string; detail: string } {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const named = useNamed();
  const { kind, provider: providerName, what, state, amountCents, by, text } = entry;
  const provider = providerName ? providers[providerName].title : '';
  const amount = amountCents === null ? '' : format.money(amountCents);
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  const withAmount = (words: string) => [words, amount].filter(Boolean).join(' ');
  switch (kind) {
    case 'ordered':
      return { title: t('entries.ordered', { amount }), detail: join(named('kinds', what), text) };
    case 'agreed':
      return { title: t('entries.agreed', { amount }), detail: text ?? '' };
    case 'notice':
      return { title: t('entries.notice', { amount }), detail: named('notices', what) };
    case 'attempt':
      return {
        title: t('entries.attempt', { provider, amount }),
        detail: join(named('methods', what), text && cardWords(text), named('initiators', by)),
      };
    case 'sent':
      return {
        title: what === 'again' ? t('entries.sentAgain', { provider }) : t('entries.sent', { provider }),
        detail: '',
      };
    case 'state':
      return {
        title: t('entries.state', { provider, state: withAmount(named('states', state)) }),
        detail: join(text === 'success' ? null : named('outcomes', text), named('sources', by)),
      };
    case 'asked':
      return {
        title: t('entries.asked', {
          provider,
          // A missing answer says nothing of the charge.
          answer: named(state === 'failed' ? 'answers' : 'states', state),
        }),
        detail: named('sources', by),
      };
    case 'held':
      return { title: t('entries.held', { provider }), detail: named('held', what) };
    case 'webhook':
      return {
        title: t('entries.webhook', {
          provider,
          what: withAmount(join(named('webhooks', what), named('states', state))),
        }),
        detail: join(named('handled', by), text && named('outcomes', text)),
      };
    case 'fulfilled':
      return { title: t('entries.fulfilled'), detail: '' };
    case 'receipt':
      return { title: t('entries.receipt', { number: text, amount }), detail: '' };
    case 'credit_note':
      return { title: t('entries.credit_note', { number: text, amount }), detail: '' };
    case 'refund':
      return {
        title: t('entries.refund', { amount }),
        detail: join(named('reasons', what), state && named('states', state)),
      };
    case 'refund_held':
      return { title: t('entries.refund_held', { provider }), detail: named('held', what) };
    case 'refund_state':
      return {
        title: t('entries.refund_state', { provider, state: withAmount(named('refundStates', state)) }),
        detail: named('sources', by),
      };
    case 'dispute':
      return { title: t('entries.dispute', { amount }), detail: join(named('disputes', state), text) };
    case 'mail':
      return { title: t('entries.mail', { subject: text }), detail: named('mails', state) };
    case 'job':
      return { title: t('entries.job', { name: what }), detail: join(named('jobs', state), text) };
    case 'act':
      return { title: named('acts', what), detail: join(named('actors', by), text) };
  }
}
