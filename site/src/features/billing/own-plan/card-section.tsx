import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { removeCard, type CardOnFile, type OwnSubscription } from '#contract/billing/member-billing.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { refreshUser } from '#site/shell/member-query.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Button, ButtonLink, ButtonColumn } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { useToast } from '#ui/toast.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { refreshBilling, type Billing } from '../billing-data.ts';
import { OnFileMark, OnFileName, expiryText } from '../pay/card-on-file.tsx';

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
            {t(card.kind === 'card' ? 'plan.card.change' : 'plan.card.add')}
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
        <OnFileName card={card} />
      </span>
      <span className="block text-sm text-muted">{use}</span>
      {expiry && <span className="block text-sm text-muted">{t('plan.card.expires', { date: expiry })}</span>}
    </span>
  );
}

type RemoveCardStepProps = {
  card: CardOnFile;
  subscription: OwnSubscription | null;
  onBack: () => void;
};

export function RemoveCardStep({ card, subscription, onBack }: RemoveCardStepProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const dates = useDates();
  const { trackerId } = useMember();
  const remove = useMutation({
    mutationFn: () => call(removeCard, { trackerId, cardId: card.id }),
    onSuccess: async () => {
      await refreshBilling();
      onBack();
      toast({ kind: 'success', text: t('plan.card.removed') });
      await refreshUser(trackerId).catch(() => undefined);
    },
  });
  return (
    <>
      <p className="mb-4">
        {subscription?.card?.id === card.id
          ? t('plan.card.removePlan', { date: dates.day(subscription.paidUntil) })
          : t('plan.card.removeText')}
      </p>
      {remove.error && <FormErrors title={explain(remove.error, i18n)} />}
      <ButtonColumn>
        <Button variant="danger" size="lg" wide loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('plan.card.removeNow')}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('plan.card.keep')}
        </Button>
      </ButtonColumn>
    </>
  );
}
