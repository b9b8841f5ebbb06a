import { CircleCheck, ShoppingBag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

const words = {
  noPlan: { title: 'nothing.noPlanTitle', text: 'nothing.noPlanText' },
  paidAlready: { title: 'nothing.paidTitle', text: 'nothing.paidText' },
  notForYou: { title: 'nothing.firstTitle', text: 'nothing.firstText' },
} as const;

/** There is nothing to be paid here (any more), and the way on. */
export function NothingToPay({ why }: { why: keyof typeof words }) {
  const { t } = useTranslation('pay');
  const paid = why === 'paidAlready';
  const Icon = paid ? CircleCheck : ShoppingBag;
  return (
    <Card as="section" className="mx-auto max-w-md text-center">
      <Icon
        aria-hidden="true"
        className={paid ? 'mx-auto size-12 text-success-text' : 'mx-auto size-12 text-muted'}
        strokeWidth={1.5}
      />
      <PageHeading className="mt-3">{t(words[why].title)}</PageHeading>
      <p className="mt-2 mb-5 text-muted">{t(words[why].text)}</p>
      <div className="space-y-2.5">
        <ButtonLink to={paid ? paths.chats : paths.plans()} size="lg" wide>
          {t(paid ? 'toChats' : 'nothing.toPlans')}
        </ButtonLink>
        {paid && (
          <ButtonLink to={paths.profile()} variant="ghost" wide>
            {t('nothing.toProfile')}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
