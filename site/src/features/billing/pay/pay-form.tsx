import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { serverNow } from '#client/clock.ts';
import { cardForm } from '#contract/billing/card.ts';
import { type SealedCard, disclaimerBox } from '#contract/billing/charges.ts';
import type { CardOnFile } from '#contract/billing/member-billing.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { Flow } from '#contract/brand/flow.ts';
import { useShell } from '#site/shell/boot.ts';
import { type SubmitForm, useSubmitForm } from '#site/shell/forms.ts';
import { useMember } from '#site/shell/session.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { ChargeRefusal } from '../spending/spending-hint.tsx';
import { type PayValues, useCardWords } from './card-form.tsx';
import { useOnFileText } from './card-on-file.tsx';
import { MethodChoice, type PayOptions, useMethod, useMethodName } from './method-choice.tsx';
import { type Checkout, type Method, asksToKeep, methods, methodsFor, opensIntent } from './methods.tsx';
import {
  BuyButton,
  CheckingNote,
  Disclaimer,
  KeepBox,
  type OtherWay,
  RefusedNotice,
  UndecidedNotice,
} from './pay-parts.tsx';
import { chargeDetails, useTerms, useWalletRenewal, wantsDisclaimer } from './purchase.ts';
import { cardFieldNames, refusedField, storeTypedCard, storedCard } from './typed-card.ts';
import type { Charge } from './use-charge.ts';
import { WalletStandIn, useWalletStandIn } from './wallet-stand-in.tsx';

type PayFormProps = {
  flow: Flow;
  quote: Quote;
  options: PayOptions;
  onFile: CardOnFile | null;
  charge: Charge;
};

/** What passed the checks; no card where the method asks for none. */
type Checked = Pick<PayValues, 'keepForLater' | 'disclaimer'> & { card?: Omit<SealedCard, 'token'> };

/** By what is paid, and the button that does it. What each method asks for and does stands in the table of methods. */
export function PayForm({ flow, quote, options, onFile, charge }: PayFormProps) {
  const { t } = useTranslation('pay');
  const { trackerId } = useMember();
  const { rules, onDevice } = options;
  const offered = methodsFor({ flow, rules, sale: quote, onFile: onFile !== null, onDevice });
  const [method, choose] = useMethod(offered);
  const { collects: Fields, hint, start } = method === undefined ? {} : methods[method];
  const byIntent = method !== undefined && opensIntent(method, rules, quote);
  const standIn = useWalletStandIn();
  const disclaimed = wantsDisclaimer(flow);
  const form: SubmitForm<PayValues> = useSubmitForm<PayValues, Checked>({
    defaults: { ...storedCard(trackerId), keepForLater: false, disclaimer: false },
    checkOnBlur: true,
    words: useCardWords(),
    // Loaded already, so that a wallet still opens in the click itself.
    schema: async () => {
      const boxes = z.object({ keepForLater: z.boolean(), disclaimer: disclaimerBox(disclaimed) });
      if (!Fields) return boxes;
      return boxes.and(cardForm(new Date(serverNow())).transform((card) => ({ card })));
    },
    async submit({ card = {} }) {
      const { securityCode } = form.values();
      if (Fields) {
        storeTypedCard(form.values(), trackerId);
        // It is needed once, and is nowhere from then on.
        form.change('securityCode', '');
      }
      await start?.({ ...checkout, charge, card, rules, byIntent, askStandIn: standIn.ask });
      // No bank has seen it, so it need not be typed again.
      if (Fields && charge.wasHeldBack()) form.change('securityCode', securityCode);
    },
  });
  const asks = method !== undefined && !byIntent && asksToKeep(quote, method);
  const keepForLater = asks && form.watch('keepForLater');
  const terms = useTerms(quote, keepForLater);
  const otherWays = useOtherWays({ offered, onFile, choose, form });
  const checkout = useCheckout({ flow, quote, terms, keepForLater });
  const { stage } = charge;
  const busy = stage.at !== 'form';

  if (method === undefined) {
    return <Notice icon={<CircleHelp aria-hidden="true" />}>{t('methods.none')}</Notice>;
  }

  /** Says whether the refusal is about a field of this form. */
  function markRefused(outcome: PaymentOutcome): boolean {
    const field = Fields && refusedField(outcome);
    if (field) form.mark(field, outcome);
    return field !== undefined;
  }

  return (
    <form {...form.formProps} className="min-w-0 space-y-5">
      {stage.at === 'form' && stage.open && <UndecidedNotice open={stage.open} charge={charge} />}
      {stage.at === 'form' && stage.refused && (
        <RefusedNotice outcome={stage.refused} markField={markRefused} others={otherWays(method)} />
      )}
      <div inert={busy} className="space-y-5">
        {offered.length > 1 && (
          <MethodChoice offered={offered} onFile={onFile} value={method} onChange={choose} />
        )}
        {Fields && (
          <Card>
            <Fields form={form} />
          </Card>
        )}
        {hint && <p className="text-muted">{t(hint)}</p>}
        {asks && <KeepBox {...form.field('keepForLater')} purchase={quote.purchase} />}
        {disclaimed && <Disclaimer {...form.field('disclaimer')} />}
      </div>
      <ChargeRefusal
        refusal={form.refusal ?? charge.refusal}
        undecided={stage.at === 'form' && stage.open !== null}
      />
      {stage.at === 'checking' ? <CheckingNote /> : <BuyButton terms={terms} loading={busy || form.busy} />}
      <WalletStandIn question={standIn.question} amountCents={quote.amountCents} />
    </form>
  );
}

type Agreed = Parameters<typeof chargeDetails>[2] & { keepForLater: boolean };

/** What is bought, by whom and in which words, for whichever method pays it. */
function useCheckout({ keepForLater, ...agreed }: Agreed): Pick<Checkout, 'details' | 'sale'> {
  const shell = useShell();
  const user = useMember();
  const { amountCents, name } = agreed.quote;
  const renewal = useWalletRenewal(agreed.quote);
  return {
    details: (source) => ({
      ...chargeDetails(shell, user, agreed),
      source,
      ...(keepForLater && { keepForLater }),
    }),
    sale: { amountCents, country: shell.brand.country, label: name ?? '', renewal },
  };
}

type OtherWays = {
  offered: readonly Method[];
  onFile: CardOnFile | null;
  choose: (method: Method) => void;
  form: Pick<SubmitForm<PayValues>, 'change' | 'focus'>;
};

/** What a refused payment can be paid with instead: another card, and the first of the other methods. */
function useOtherWays({ offered, onFile, choose, form }: OtherWays): (refused: Method) => OtherWay[] {
  const { t } = useTranslation('pay');
  const nameOf = useMethodName({ offered, onFile });
  const textOf = useOnFileText();
  function clearCard() {
    for (const field of cardFieldNames) form.change(field, '');
    form.focus('number');
  }
  return (refused) => {
    const other = offered.find((each) => each !== refused && each !== 'card');
    const otherName = other === 'on_file' && onFile ? textOf(onFile) : other && nameOf(other);
    const takeCard = () => (refused === 'card' ? clearCard() : choose('card'));
    return [
      ...(offered.includes('card') ? [{ label: t('refused.otherCard'), choose: takeCard }] : []),
      ...(other ? [{ label: t('refused.with', { method: otherName }), choose: () => choose(other) }] : []),
    ];
  };
}
