import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Spinner } from '../../../../../packages/ui/spinner.tsx';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import type { Refusal } from '../../../shell/use-attempt.ts';
import { NarrowCard } from './narrow-card.tsx';

type LinkStatusProps = {
  title: string;
  refusal: Refusal | null;
  onAgain: () => void;
  /** Another way on, beside trying again. */
  otherWay?: ReactNode;
};

/** What a link's page shows: that it is at work, or that it could not be done. */
export function LinkStatus({ title, refusal, onAgain, otherWay }: LinkStatusProps) {
  const { t } = useTranslation('account');
  if (!refusal) {
    return (
      <NarrowCard title={title}>
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {t('link.working')}
        </p>
      </NarrowCard>
    );
  }
  return (
    <NarrowCard title={title}>
      <div className="space-y-3">
        <RefusalNote refusal={refusal} />
        <Button size="lg" wide onClick={onAgain}>
          {t('link.again')}
        </Button>
        {otherWay}
      </div>
    </NarrowCard>
  );
}
