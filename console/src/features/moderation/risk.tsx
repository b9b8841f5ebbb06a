import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import { Tag, type Tone } from '#ui/badge.tsx';

type Level = 'low' | 'medium' | 'high';
const levels: readonly (Level | undefined)[] = [undefined, 'low', 'medium', 'high'];
const tones: Record<Level, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };
const colours: Record<Level, string> = {
  low: 'text-muted',
  medium: 'text-warning-text',
  high: 'text-danger-text',
};

/** How risky a case is, where it is at all. */
export function RiskMark({ risk }: { risk: number }) {
  const { t } = useTranslation('moderation');
  const level = levels[risk];
  if (!level) return null;
  return (
    <ShieldAlert role="img" aria-label={t(`risk.${level}`)} className={`size-4 shrink-0 ${colours[level]}`} />
  );
}

/** The same with its reasons. */
export function RiskReasons({ shown: { risk, signals } }: { shown: ModerationCase }) {
  const { t } = useTranslation('moderation');
  const level = levels[risk];
  if (!level) return null;
  return (
    <ul aria-label={t(`risk.${level}`)} className="flex flex-wrap gap-1.5">
      {signals.map((signal) => (
        <li key={signal}>
          <Tag tone={tones[level]} icon={<ShieldAlert aria-hidden className="size-3.5" />}>
            {t(`signals.${signal}`)}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
