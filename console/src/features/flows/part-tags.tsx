import { useTranslation } from 'react-i18next';
import type { PartState } from '#console/features/publishing/publishing-data.ts';
import { Tag } from '#ui/badge.tsx';

/** How a flow or plan stands: which version is live, and whether something else is being written. */
export function PartTags({ part: { live, draft } }: { part: Pick<PartState, 'live' | 'draft'> }) {
  const { t } = useTranslation('flows');
  return (
    <span className="flex flex-wrap gap-1.5">
      {live ? (
        <Tag tone="success">{t('state.live', { version: live.version })}</Tag>
      ) : (
        <Tag tone="warning">{t('state.new')}</Tag>
      )}
      {draft && live && <Tag tone="warning">{t('state.draft')}</Tag>}
      {draft?.outdated && <Tag tone="danger">{t('state.outdated')}</Tag>}
    </span>
  );
}
