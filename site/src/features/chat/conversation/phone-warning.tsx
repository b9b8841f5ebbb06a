import { PhoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { choosePlan, firstPlan } from '../../billing/chosen-plan.ts';
import { useFlow } from '../../../shell/flow.ts';
import { useMember } from '../../../shell/session.ts';
import { paths } from '../../../shell/paths.ts';

/** A telephone number in what was written is covered for whoever reads it. */
export function PhoneWarning() {
  const { t } = useTranslation('chat');
  const flow = useFlow();
  const member = useMember();
  const choose = () => {
    const plan = flow && firstPlan(flow, member);
    if (plan) choosePlan(plan);
  };
  return (
    <p className="mt-1.5 flex max-w-[88%] items-start gap-2 rounded-field bg-warning-soft px-3 py-2 text-sm text-on-warning-soft sm:max-w-[78%]">
      <PhoneOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {t('phone.text')}{' '}
        <Link to={paths.purchase} onClick={choose} className="font-semibold underline underline-offset-4">
          {t('phone.link')}
        </Link>
      </span>
    </p>
  );
}
