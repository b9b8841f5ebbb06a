import { useTranslation } from 'react-i18next';
import type { HostReply } from '../../../../contract/staff/supervision.ts';
import { Stars } from '../../../../packages/ui/stars.tsx';
import { Moment } from '../../shell/format.tsx';

/** What a supervisor thought of an answer. */
export function Mark({ mark }: { mark: NonNullable<HostReply['mark']> }) {
  const { t } = useTranslation('board');
  const { stars, note, by, at } = mark;
  return (
    <div className="flex flex-col gap-0.5 text-xs text-muted">
      <span className="flex flex-wrap items-center gap-x-2">
        <Stars value={stars} size="sm" label={t('starsOf', { count: stars })} />
        {by} · <Moment at={at} />
      </span>
      {note !== '' && <span className="text-[13px] wrap-anywhere text-ink">{note}</span>}
    </div>
  );
}
