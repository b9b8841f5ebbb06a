import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useMe, useBrandTitle } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import { caseName, searchOf, useFilter } from './moderation-data.ts';
import { RiskMark } from './risk.tsx';

interface CaseRowProps {
  shown: ModerationCase;
  selected: boolean;
  onToggle: () => void;
  /** Everything from the last one that was selected. */
  onSelectTo: () => void;
}

export function CaseRow({ shown, selected, onToggle, onSelectTo }: CaseRowProps) {
  const { t } = useTranslation('moderation');
  const filter = useFilter();
  const { data: me } = useMe();
  const link = useRef<HTMLAnchorElement>(null);
  const { person, kind, brand, id, since, risk, claim } = shown;
  const taken = claim !== null && claim.staffId !== me?.id;
  return (
    <li className="flex items-stretch has-checked:bg-primary-soft/60">
      <label className="relative grid w-10 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          checked={selected}
          disabled={taken}
          aria-label={t('select', { name: person.screenName, kind: t(`kind.${kind}`) })}
          className="size-4 accent-(--primary-fill) before:absolute before:inset-0"
          onChange={() => {}}
          onClick={(event) => {
            if (event.shiftKey) onSelectTo();
            else onToggle();
            // The keys work from the row, not from a field.
            link.current?.focus();
          }}
        />
      </label>
      <NavLink
        ref={link}
        data-case-row={caseName(shown)}
        to={{ pathname: paths.moderationCase({ brand, kind, id }), search: searchOf(filter) }}
        preventScrollReset
        className="flex min-w-0 flex-1 flex-col gap-0.5 py-2.5 ps-2 pe-4 transition-colors -outline-offset-3 hover:bg-soft/60 aria-[current=page]:bg-soft aria-[current=page]:inset-shadow-[3px_0_0_var(--primary-line)]"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="flex min-w-0 items-center gap-1.5">
            <RiskMark risk={risk} />
            <span className="truncate font-semibold">{person.screenName}</span>
          </span>
          <Moment at={since} className="shrink-0 text-xs text-muted" />
        </span>
        <span className="truncate text-[0.8125rem] text-muted">
          {t(`kind.${kind}`)} · <Preview shown={shown} />
        </span>
        {taken && (
          <span className="flex items-center gap-1 text-xs font-medium">
            <Lock aria-hidden className="size-3 shrink-0" />
            {t('claim.taken', { name: claim.name })}
          </span>
        )}
      </NavLink>
    </li>
  );
}

/** A line of what there is to see. */
function Preview({ shown: { content, brand } }: { shown: ModerationCase }) {
  const { t } = useTranslation('moderation');
  const title = useBrandTitle()(brand);
  switch (content.kind) {
    case 'profile':
      return content.before ? t('change') : content.words.description || content.words.lookingFor || title;
    case 'review':
      return content.text;
    case 'report':
      return content.reports.map(({ reason }) => t(`report.reasons.${reason}`)).join(', ');
    case 'appeal':
      return content.text;
    case 'photo':
    case 'chat_photo':
    case 'verification':
      return title;
  }
}
