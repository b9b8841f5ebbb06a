import { useTranslation } from 'react-i18next';
import type { ProfileKind } from '../../../../contract/kernel/fields.ts';
import { KindBadge } from '../../../../packages/ui/kind-badge.tsx';

/** Says who answers for a profile, wherever that is not the person shown. */
export function KindTag({ kind, className }: { kind: ProfileKind | null; className?: string }) {
  const { t } = useTranslation('shell');
  if (kind === null || kind === 'member') return null;
  return <KindBadge kind={kind} label={t(`kind.${kind}`)} className={className} />;
}

/** A sentence that names somebody, with the badge of that profile below it. */
export function NamingText({ text, kind }: { text: string; kind: ProfileKind | null }) {
  return (
    <>
      {text}
      <span className="mt-2.5 block empty:hidden">
        <KindTag kind={kind} />
      </span>
    </>
  );
}
