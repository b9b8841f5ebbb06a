import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { kinds, profileCount } from './kinds.ts';
import type { BrandRow } from './kinds.ts';

type Profiles = BrandRow['profiles'];

/** The shares of the three kinds. The numbers stand beside it, so it is hidden from screen readers. */
export function KindBar({ profiles }: { profiles: Profiles }) {
  const total = profileCount({ profiles });
  return (
    <div aria-hidden className="flex h-1.5 gap-px overflow-clip rounded-badge bg-soft">
      {kinds.map(
        ({ kind, colour }) =>
          profiles[kind] > 0 && (
            <span key={kind} className={colour} style={{ width: `${(profiles[kind] / total) * 100}%` }} />
          ),
      )}
    </div>
  );
}

export function KindLegend({ profiles }: { profiles: Profiles }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
      {kinds.map(({ kind, word, colour }) => (
        <li key={kind} className="flex items-center gap-1.5 whitespace-nowrap">
          <span aria-hidden className={`size-2 rounded-full ${colour}`} />
          {t(word)}
          <span className="font-medium text-ink tabular-nums">{format.number(profiles[kind])}</span>
        </li>
      ))}
    </ul>
  );
}
