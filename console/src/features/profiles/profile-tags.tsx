import { useTranslation } from 'react-i18next';
import type { HouseKind, HouseState } from '#contract/staff/house-profiles.ts';
import { Tag } from '#ui/badge.tsx';
import { KindBadge } from '#ui/kind-badge.tsx';

const tones = { visible: 'success', paused: 'warning', retired: 'neutral' } as const;

export function StateTag({ state }: { state: HouseState }) {
  const { t } = useTranslation('profiles');
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>;
}

/** The badge as members see it, which cannot be taken off. */
export function OwnKindBadge({ kind, className }: { kind: HouseKind; className?: string }) {
  const { t } = useTranslation('profiles');
  return <KindBadge kind={kind} label={t(`badge.${kind}`)} className={className} />;
}
