import { CircleHelp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargeDetails } from '../../../../../contract/billing/charges.ts';
import type { CardOnFile } from '../../../../../contract/billing/member-billing.ts';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import { Card } from '../../../../../packages/ui/card.tsx';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';
import { useShell } from '../../../shell/boot.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useMember } from '../../../shell/session.ts';
import { chargeDetails, wantsDisclaimer } from './browser-facts.ts';
import { BuyButton } from './buy-button.tsx';
import { CardForm } from './card-form.tsx';
import { CheckingNote } from './checking-note.tsx';
import { Disclaimer } from './disclaimer.tsx';
import { KeepBox, asksToKeep } from './keep-box.tsx';
import { MethodChoice, useMethodName } from './method-choice.tsx';
import { type Method, type PayRules, type Wallets, isWallet, methodsFor } from './methods.ts';
import { type OtherWay, RefusedNotice } from './refused-notice.tsx';
import { UndecidedNotice } from './undecided-notice.tsx';
import type { Charge } from './use-charge.ts';
import { useMethod } from './use-method.ts';
import { useTerms } from './use-terms.ts';
import type { CardInForm } from './use-typed-card.ts';
import { WalletStandIn } from './wallet-stand-in.tsx';
import { askWallet } from './wallets.ts';

type PayFormProps = {
  flow: Flow;
  quote: Quote;
  rules: PayRules;
  wallets: Wallets;
  onFile: CardOnFile | null;
  /** It is not known yet what is on file. */
  waitsForCard: boolean;
  card: CardInForm;
  charge: Charge;
};

/** By what is paid, and the button that does it. */
export function PayForm(props: PayFormProps) {
  const { flow, quote, rules, wallets, onFile, waitsForCard, card, charge } = props;
  const { t } = useTranslation('pay');
  const shell = useShell();
  const user = useMember();
  const methods = methodsFor({ flow, rules, sale: quote, onFile: onFile !== null, wallets });
  const [method, choose] = useMethod(methods);
  const [wantsKept, setWantsKept] = useState(false);
  const asks = method !== undefined && asksToKeep(quote, method);
  const keepForLater = asks && wantsKept;
  const terms = useTerms(quote, keepForLater);
  const [standIn, setStandIn] = useState<keyof Wallets | null>(null);
  const disclaimed = wantsDisclaimer(flow);
  const [disclaimer, setDisclaimer] = useState<'open' | 'missing' | 'ticked'>('open');
  const { stage, refusal } = charge;
  const busy = stage.at !== 'form';

  const nameOf = useMethodName({ methods, onFile });
  const payWith = (other: Method) =>
    other === 'on_file' ? nameOf(other) : t('refused.with', { method: nameOf(other) });

  const details = (source: string): ChargeDetails => ({
    ...chargeDetails(shell, user, { flow, quote, terms }),
    source,
    ...(keepForLater && { keepForLater }),
  });

  async function payBy(chosen: Method) {
    if (chosen === 'paypal') return charge.payByPayPal(details('PAYPAL'));
    if (chosen === 'on_file') return void (await charge.pay({ type: 'on_file' }, details('CREDITCARD')));
    if (chosen === 'card')
      return void (await charge.pay({ type: 'card', card: card.send() }, details('CREDITCARD')));
    if (rules.sandbox) return setStandIn(chosen);
    const sale = { amountCents: quote.amountCents, country: shell.brand.country, label: quote.name ?? '' };
    const answer = await askWallet(chosen, rules, sale);
    if (answer) answer.done(await charge.pay({ type: chosen, response: answer.response }, details(chosen)));
  }

  /** What a refused payment can be paid with instead: another card, and the first of the other methods. */
  function otherWays(refused: Method): OtherWay[] {
    const other = methods.find((each) => each !== refused && each !== 'card');
    const takeCard = () => (refused === 'card' ? card.clear() : choose('card'));
    return [
      ...(methods.includes('card') ? [{ label: t('refused.otherCard'), choose: takeCard }] : []),
      ...(other ? [{ label: payWith(other), choose: () => choose(other) }] : []),
    ];
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || method === undefined) return;
    const cardFits = method !== 'card' || card.check();
    const agreed = !disclaimed || disclaimer === 'ticked';
    if (!agreed) setDisclaimer('missing');
    if (cardFits && agreed) void payBy(method);
  }

  if (waitsForCard) return <Skeleton shape="card" className="h-64 w-full" />;
  if (method === undefined) {
    return <Notice icon={<CircleHelp aria-hidden="true" />}>{t('methods.none')}</Notice>;
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="min-w-0 space-y-5">
      {stage.at === 'form' && stage.open && <UndecidedNotice open={stage.open} charge={charge} />}
      {stage.at === 'form' && stage.refused && (
        <RefusedNotice
          outcome={stage.refused}
          markField={(outcome) => method === 'card' && card.markRefused(outcome)}
          others={otherWays(method)}
        />
      )}
      <div inert={busy} className="space-y-5">
        {methods.length > 1 && (
          <MethodChoice methods={methods} onFile={onFile} value={method} onChange={choose} />
        )}
        {method === 'card' && (
          <Card>
            <CardForm form={card} />
          </Card>
        )}
        {!isCardLike(method) && <p className="text-muted">{t(hints[method])}</p>}
        {asks && <KeepBox checked={wantsKept} onChange={setWantsKept} />}
        {disclaimed && (
          <Disclaimer
            checked={disclaimer === 'ticked'}
            missing={disclaimer === 'missing'}
            onChange={(ticked) => setDisclaimer(ticked ? 'ticked' : 'open')}
          />
        )}
      </div>
      {refusal && <RefusalNote refusal={refusal} />}
      {stage.at === 'checking' ? <CheckingNote /> : <BuyButton terms={terms} loading={busy} />}
      {standIn && (
        <WalletStandIn
          wallet={standIn}
          amountCents={quote.amountCents}
          onClose={() => setStandIn(null)}
          onPaid={(response) => {
            setStandIn(null);
            void charge.pay({ type: standIn, response }, details(standIn));
          }}
        />
      )}
    </form>
  );
}

const hints = {
  paypal: 'methods.paypalHint',
  googlepay: 'methods.googlepayHint',
  applepay: 'methods.applepayHint',
} as const;

function isCardLike(method: Method): method is 'card' | 'on_file' {
  return !isWallet(method) && method !== 'paypal';
}
