import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CardOnFile } from '../../../../../contract/billing.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { expiryText, meansName } from './means-names.ts';

type CardSectionProps = { card: CardOnFile | null; onRemove: () => void };

/** What renewals are paid with. */
export function CardSection({ card, onRemove }: CardSectionProps) {
  const { t } = useTranslation('profile');
  return (
    <section>
      <h3 className="text-xl">{t('plan.card.title')}</h3>
      {card ? (
        <>
          <p className="mt-2 flex items-center gap-3">
            <CreditCard aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />
            <CardName card={card} />
          </p>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <ButtonLink to="/purchase/pay?carta=1" variant="secondary" size="sm">
              {t('plan.card.change')}
            </ButtonLink>
            <Button variant="ghost" size="sm" onClick={onRemove}>
              {t('plan.card.remove')}
            </Button>
          </div>
        </>
      ) : (
        <p className="mt-1 text-muted">{t('plan.card.none')}</p>
      )}
    </section>
  );
}

function CardName({ card }: { card: CardOnFile }) {
  const { t } = useTranslation('profile');
  const expiry = expiryText(card);
  return (
    <span>
      <span className="font-medium">
        {meansName(card) ?? t('plan.card.unnamed')}
        {card.lastFour && (
          <>
            <span aria-hidden="true"> •••• {card.lastFour}</span>
            <VisuallyHidden>{t('plan.card.endsIn', { digits: card.lastFour })}</VisuallyHidden>
          </>
        )}
      </span>
      {expiry && <span className="block text-sm text-muted">{t('plan.card.expires', { date: expiry })}</span>}
    </span>
  );
}
