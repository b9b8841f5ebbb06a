import { useTranslation } from 'react-i18next';
import { useMember } from '../../shell/session.ts';
import { CreditIndicator } from './credit-indicator.tsx';
import { creditLevel, creditLevelOnPhone } from './credit-level.ts';

const words = { full: 'nav.creditsFull', medium: 'nav.creditsMedium', empty: 'nav.creditsEmpty' } as const;

/** How much is left, as a disc that empties: each width has its own thresholds. It follows every message and purchase. */
export function CreditMeter() {
  const { t } = useTranslation('shell');
  const member = useMember();
  const wide = creditLevel(member);
  const onPhone = creditLevelOnPhone(member);
  return (
    <>
      <CreditIndicator level={onPhone} label={t(words[onPhone])} className="sm:hidden" />
      <CreditIndicator level={wide} label={t(words[wide])} className="max-sm:hidden" />
    </>
  );
}
