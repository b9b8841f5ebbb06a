import { Coins, CreditCard, Flag, History, LogIn, Mail, PenLine, ShieldCheck, UserPlus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNamed } from '#console/features/payments/entry-words.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import type { Place } from '#console/shell/members.ts';
import { paths } from '#console/shell/paths.ts';
import type { TimelineEntry } from '#contract/staff/members.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useTimeline } from './member-data.ts';
import { useNames } from './names.ts';

const icons: Record<TimelineEntry['kind'], LucideIcon> = {
  signed_up: UserPlus,
  consent: ShieldCheck,
  signed_in: LogIn,
  report_about: Flag,
  report_by: Flag,
  purchase: CreditCard,
  refund: CreditCard,
  credits: Coins,
  mail: Mail,
  act: PenLine,
};

/** The history, newest first. */
export function Timeline({ place }: { place: Place }) {
  const { t } = useTranslation('members');
  const query = useTimeline(place);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={8} className="h-11" />}>
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState compact icon={<History />} title={t('timeline.empty')} text={t('timeline.emptyText')} />
        ) : (
          <div>
            <ol
              aria-label={t('tabs.timeline')}
              className="divide-y divide-line rounded-card border border-line bg-surface text-[0.8125rem]"
            >
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} brand={place.brand} />
              ))}
            </ol>
            <NextPage query={query} />
          </div>
        )
      }
    </Loaded>
  );
}

/** Where an entry leads: a payment has a page of its own. */
function pathOf({ kind, id }: TimelineEntry, brand: string): string | null {
  if (kind === 'purchase') return paths.payment(brand, id);
  return kind === 'refund' ? paths.findPayments(id) : null;
}

function Entry({ entry, brand }: { entry: TimelineEntry; brand: string }) {
  const format = useFormat();
  const { title, detail } = useWords(entry);
  const Icon = icons[entry.kind];
  const path = pathOf(entry, brand);
  return (
    <li className="flex items-start gap-x-3 px-4 py-2.5 max-xs:flex-wrap">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 max-xs:basis-3/4">
        <p className="font-medium wrap-anywhere">
          {path === null ? (
            title
          ) : (
            <Link to={path} className="relative touch-target underline underline-offset-2">
              {title}
            </Link>
          )}
        </p>
        {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
      </div>
      <time
        dateTime={new Date(entry.at).toISOString()}
        className="shrink-0 text-end text-xs text-muted tabular-nums max-sm:max-w-20 max-xs:ms-auto max-xs:max-w-none"
      >
        {format.moment(entry.at)}
      </time>
    </li>
  );
}

/** An entry in words: the event, and what is known about it. */
function useWords({ kind, what, state, amount, by, text }: TimelineEntry): { title: string; detail: string } {
  const { t } = useTranslation('members');
  const format = useFormat();
  const named = useNames();
  const inPayments = useNamed();
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  switch (kind) {
    case 'signed_up':
      return { title: t('timeline.signed_up'), detail: join(named('ways', what), text) };
    case 'consent':
      return {
        title: t(state === 'given' ? 'timeline.consented' : 'timeline.refused', {
          what: named('consents', what),
        }),
        detail: t('timeline.version', { version: text }),
      };
    case 'signed_in':
      return { title: t('timeline.signed_in'), detail: join(named('methods', what), text) };
    case 'report_about':
    case 'report_by': {
      const direction = kind === 'report_about' ? 'about' : 'by';
      return { title: t(`reports.${direction}`, { reason: named('reasons', what) }), detail: text ?? '' };
    }
    case 'purchase':
      return {
        title: t('timeline.purchase', { amount: format.money(amount ?? 0) }),
        detail: join(named('purchases', what), text, inPayments('states', state)),
      };
    case 'refund':
      return {
        title: t('timeline.refund', { amount: format.money(amount ?? 0) }),
        detail: join(inPayments('reasons', what), inPayments('states', state)),
      };
    case 'credits':
      return {
        title: t((amount ?? 0) > 0 ? 'timeline.creditsGiven' : 'timeline.creditsTaken', {
          amount: format.number(Math.abs(amount ?? 0)),
          what: named('credit', state ?? ''),
        }),
        detail: named('ledger', what),
      };
    case 'mail':
      return { title: t('timeline.mail', { subject: text }), detail: named('mailStates', state ?? '') };
    case 'act':
      return {
        title: named('acts', what),
        detail: join(
          by && named('actors', by),
          state && named('sanctionKinds', state),
          text && named('rules', text),
        ),
      };
  }
}
