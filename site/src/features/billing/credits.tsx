import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account/user.ts';
import { CREDIT_INDICATOR, PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import { useMember } from '#site/shell/session.ts';
import { classNames } from '#ui/class-names.ts';

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

type CreditLevel = 'full' | 'medium' | 'empty';

const looks: Record<CreditLevel, { colour: string; wedge: string | null }> = {
  full: { colour: 'text-success-text', wedge: 'M12 12m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0' },
  medium: { colour: 'text-warning-text', wedge: 'M12 5.5a6.5 6.5 0 0 1 0 13z' },
  empty: { colour: 'text-danger-text', wedge: null },
};

/** How much is left, as a small disc that empties. The label says it in words. */
export function CreditIndicator({
  level,
  label,
  className,
}: {
  level: CreditLevel;
  label: string;
  className?: string | undefined;
}) {
  const { colour, wedge } = looks[level];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 24 24"
      className={classNames('size-5 shrink-0', colour, className)}
    >
      <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2" />
      {wedge && <path d={wedge} fill="currentColor" />}
    </svg>
  );
}

type Balance = Pick<User, 'messageCredits' | 'messageValue' | 'premiumLevel'> & {
  entitlements: Pick<User['entitlements'], 'messageCost'>;
};

/** Only those who have bought credits see a counter in the bar. */
export function showsCredits({ premiumLevel }: Pick<User, 'premiumLevel'>): boolean {
  return premiumLevel > PREMIUM_LEVELS.free;
}

/**
 * How full a balance looks on a wide screen: its share of what two messages cost. Where they cost nothing, of what others
 * pay for them.
 */
export function creditLevel({ messageCredits, messageValue, entitlements }: Balance): CreditLevel {
  const { share, medium, full } = CREDIT_INDICATOR.desktop;
  const cost = Math.max(1, entitlements.messageCost || messageValue);
  return between((messageCredits / (share * cost)) * 100, { medium, full });
}

/** How full it looks on a phone: by the credits themselves. A free member has too few of them for that. */
export function creditLevelOnPhone(balance: Balance): CreditLevel {
  if (balance.premiumLevel === PREMIUM_LEVELS.free) return creditLevel(balance);
  return between(balance.messageCredits, CREDIT_INDICATOR.mobile);
}

function between(value: number, { medium, full }: { medium: number; full: number }): CreditLevel {
  if (value > full) return 'full';
  return value >= medium ? 'medium' : 'empty';
}
