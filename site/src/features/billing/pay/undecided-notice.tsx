import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import type { Charge, Undecided } from './use-charge.ts';

type UndecidedNoticeProps = { open: Undecided; charge: Pick<Charge, 'resume' | 'callOff'> };

/** A payment for the same thing is open: he can go on with it, or end it and pay anew. */
export function UndecidedNotice({ open, charge }: UndecidedNoticeProps) {
  const { t } = useTranslation('pay');
  return (
    <Notice
      tone="warning"
      icon={<Hourglass aria-hidden="true" />}
      title={t(open.why === 'left' ? 'undecided.leftTitle' : 'undecided.title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button type="button" onClick={() => void charge.resume(open)}>
            {t('undecided.resume')}
          </Button>
          <Button type="button" variant="secondary" onClick={() => void charge.callOff(open)}>
            {t('undecided.callOff')}
          </Button>
        </div>
      }
    >
      {t(open.why === 'left' ? 'undecided.leftText' : 'undecided.text')}
    </Notice>
  );
}
