import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '../../../../../contract/chat/conversations.ts';
import { CreditMeter } from '../../billing/credit-meter.tsx';
import { useMember } from '../../../shell/session.ts';
import { paths } from '../../../shell/paths.ts';

/** What the next message costs, and what is left. Who answers writes for nothing, and needs no line. */
export function CostLine({ conversation: { cost, credit } }: { conversation: Conversation }) {
  const { t } = useTranslation('chat');
  const { messageCredits, iceBreakerCredits } = useMember();
  if (cost === 0) return null;
  const isIcebreaker = credit === 'icebreaker';
  return (
    <div className="mb-1.5 flex items-center justify-between gap-3 px-1.5 text-[0.8125rem] text-muted">
      <span>{isIcebreaker ? t('cost.icebreaker') : t('cost.message', { count: cost })}</span>
      <Link
        to={paths.plans()}
        className="relative flex touch-target items-center gap-1.5 whitespace-nowrap text-ink underline-offset-4 hover:underline"
      >
        {isIcebreaker
          ? t('cost.icebreakersLeft', { count: iceBreakerCredits })
          : t('cost.left', { count: messageCredits })}
        {!isIcebreaker && <CreditMeter />}
      </Link>
    </div>
  );
}
