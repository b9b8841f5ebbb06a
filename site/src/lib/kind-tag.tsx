import { useTranslation } from 'react-i18next';
import type { ProfileKind } from '../../../contract/fields.ts';
import { KindBadge } from '../ui/kind-badge.tsx';

/** Says who answers for a profile, wherever that is not the person shown. */
export function KindTag({ kind, className }: { kind: ProfileKind; className?: string }) {
  const { t } = useTranslation('shell');
  if (kind === 'member') return null;
  return <KindBadge kind={kind} label={t(`kind.${kind}`)} className={className} />;
}
