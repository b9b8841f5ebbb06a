import { CircleHelp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardOnFile } from '../../../../../contract/billing/member-billing.ts';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import { Card } from '../../../../../packages/ui/card.tsx';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useShell } from '../../../shell/boot.ts';
import { useMember } from '../../../shell/session.ts';
import { SubmitError } from '../../../shell/submit-error.tsx';
import type { CardInForm } from './card-form.tsx';
import { useOnFileText } from './card-on-file.tsx';
import { MethodChoice, type PayOptions, useMethod, useMethodName } from './method-choice.tsx';
import { type Checkout, type Method, asksToKeep, methods, methodsFor } from './methods.tsx';
import {
  BuyButton,
  CheckingNote,
  Disclaimer,
  KeepBox,
  type OtherWay,
  RefusedNotice,
  UndecidedNotice,
} from './pay-parts.tsx';
import { chargeDetails, useTerms, wantsDisclaimer } from './purchase.ts';
import type { Charge } from './use-charge.ts';
import { WalletStandIn, useWalletStandIn } from './wallet-stand-in.tsx';

type PayFormProps = {
  flow: Flow;
  quote: Quote;
  options: PayOptions;
  onFile: CardOnFile | null;
  card: CardInForm;
  charge: Charge;
};

/** By what is paid, and the button that does it. What each method asks for and does stands in the table of methods. */
export function PayForm({ flow, quote, options, onFile, card, charge }: PayFormProps) {
  const { t } = useTranslation('pay');
  const { rules, onDevice } = options;
  const offered = methodsFor({ flow, rules, sale: quote, onFile: onFile !== null, onDevice });
  const [method, choose] = useMethod(offered);
  const [wantsKept, setWantsKept] = useState(false);
  const asks = method !== undefined && asksToKeep(quote, method);
  const terms = useTerms(quote, asks && wantsKept);
  const disclaimed = wantsDisclaimer(flow);
  const [disclaimer, setDisclaimer] = useState<'open' | 'missing' | 'ticked'>('open');
  const standIn = useWalletStandIn();
  const otherWays = useOtherWays({ offered, onFile, choose, card });
  const checkout = useCheckout({ flow, quote, terms, keepForLater: asks && wantsKept });
  const { stage, refusal } = charge;
  const busy = stage.at !== 'form';

  if (method === undefined) {
    return <Notice icon={<CircleHelp aria-hidden="true" />}>{t('methods.none')}</Notice>;
  }
  const { collects: Fields, hint, start } = methods[method];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const isFilledIn = !Fields || card.check();
    const agreed = !disclaimed || disclaimer === 'ticked';
    if (!agreed) setDisclaimer('missing');
    if (isFilledIn && agreed) void start({ ...checkout, charge, card, rules, askStandIn: standIn.ask });
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="min-w-0 space-y-5">
      {stage.at === 'form' && stage.open && <UndecidedNotice open={stage.open} charge={charge} />}
      {stage.at === 'form' && stage.refused && (
        <RefusedNotice
          outcome={stage.refused}
          markField={(outcome) => Fields !== undefined && card.markRefused(outcome)}
          others={otherWays(method)}
        />
      )}
      <div inert={busy} className="space-y-5">
        {offered.length > 1 && (
          <MethodChoice offered={offered} onFile={onFile} value={method} onChange={choose} />
        )}
        {Fields && (
          <Card>
            <Fields form={card} />
          </Card>
        )}
        {hint && <p className="text-muted">{t(hint)}</p>}
        {asks && <KeepBox checked={wantsKept} onChange={setWantsKept} />}
        {disclaimed && (
          <Disclaimer
            checked={disclaimer === 'ticked'}
            missing={disclaimer === 'missing'}
            onChange={(ticked) => setDisclaimer(ticked ? 'ticked' : 'open')}
          />
        )}
      </div>
      <SubmitError refusal={refusal} />
      {stage.at === 'checking' ? <CheckingNote /> : <BuyButton terms={terms} loading={busy} />}
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
  return {
    details: (source) => ({
      ...chargeDetails(shell, user, agreed),
      source,
      ...(keepForLater && { keepForLater }),
    }),
    sale: { amountCents, country: shell.brand.country, label: name ?? '' },
  };
}

type OtherWays = {
  offered: readonly Method[];
  onFile: CardOnFile | null;
  choose: (method: Method) => void;
  card: CardInForm;
};

/** What a refused payment can be paid with instead: another card, and the first of the other methods. */
function useOtherWays({ offered, onFile, choose, card }: OtherWays): (refused: Method) => OtherWay[] {
  const { t } = useTranslation('pay');
  const nameOf = useMethodName({ offered, onFile });
  const textOf = useOnFileText();
  return (refused) => {
    const other = offered.find((each) => each !== refused && each !== 'card');
    const otherName = other === 'on_file' && onFile ? textOf(onFile) : other && nameOf(other);
    const takeCard = () => (refused === 'card' ? card.clear() : choose('card'));
    return [
      ...(offered.includes('card') ? [{ label: t('refused.otherCard'), choose: takeCard }] : []),
      ...(other ? [{ label: t('refused.with', { method: otherName }), choose: () => choose(other) }] : []),
    ];
  };
}
