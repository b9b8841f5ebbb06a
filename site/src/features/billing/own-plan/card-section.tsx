import { useTranslation } from 'react-i18next';
import type { CardOnFile } from '../../../../../contract/billing/member-billing.ts';
import { Button, ButtonLink } from '../../../../../packages/ui/button.tsx';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { paths } from '../../../shell/paths.ts';
import type { Billing } from '../billing-data.ts';
import { OnFileMark } from '../pay/on-file-line.tsx';
import { expiryText, paymentMethodName } from './payment-method-names.ts';

type CardSectionProps = { billing: Billing; onRemove: (card: CardOnFile) => void };

/** What the plan renews by, and what is kept for packs. It may be the same. */
export function CardSection({ billing: { subscription, packCard }, onRemove }: CardSectionProps) {
  const { t } = useTranslation('profile');
  const ofPlan = subscription?.card ?? null;
  const forPacks = packCard?.id === ofPlan?.id ? null : packCard;
  const both = ofPlan !== null && packCard?.id === ofPlan.id;
  return (
    <section>
      <h3 className="text-xl">{t('plan.card.title')}</h3>
      {ofPlan && (
        <KeptCard
          card={ofPlan}
          use={t(both ? 'plan.card.forBoth' : 'plan.card.forPlan')}
          changes
          onRemove={onRemove}
        />
      )}
      {subscription && !ofPlan && (
        <>
          <p className="mt-1 text-muted">{t('plan.card.planHasNone')}</p>
          <ButtonLink to={paths.pay({ newCard: true })} variant="secondary" size="sm" className="mt-3">
            {t('plan.card.add')}
          </ButtonLink>
        </>
      )}
      {forPacks && <KeptCard card={forPacks} use={t('plan.card.forPacks')} onRemove={onRemove} />}
      {!subscription && !forPacks && <p className="mt-1 text-muted">{t('plan.card.none')}</p>}
    </section>
  );
}

type KeptCardProps = Pick<CardSectionProps, 'onRemove'> & {
  card: CardOnFile;
  use: string;
  changes?: boolean;
};

function KeptCard({ card, use, changes = false, onRemove }: KeptCardProps) {
  const { t } = useTranslation('profile');
  return (
    <div className="mt-2 pb-3">
      <p className="flex items-center gap-3">
        <OnFileMark card={card} />
        <CardName card={card} use={use} />
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {changes && (
          <ButtonLink to={paths.pay({ newCard: true })} variant="secondary" size="sm">
            {t('plan.card.change')}
          </ButtonLink>
        )}
        <Button variant="ghost" size="sm" onClick={() => onRemove(card)}>
          {t('plan.card.remove')}
          <VisuallyHidden> {use}</VisuallyHidden>
        </Button>
      </div>
    </div>
  );
}

function CardName({ card, use }: { card: CardOnFile; use: string }) {
  const { t } = useTranslation('profile');
  const expiry = expiryText(card);
  return (
    <span>
      <span className="font-medium">
        {paymentMethodName(card) ?? t('plan.card.unnamed')}
        {card.lastFour && (
          <>
            <span aria-hidden="true"> •••• {card.lastFour}</span>
            <VisuallyHidden>{t('plan.card.endsIn', { digits: card.lastFour })}</VisuallyHidden>
          </>
        )}
      </span>
      <span className="block text-sm text-muted">{use}</span>
      {expiry && <span className="block text-sm text-muted">{t('plan.card.expires', { date: expiry })}</span>}
    </span>
  );
}
