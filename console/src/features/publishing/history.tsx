import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { cancelSchedule } from '#contract/staff/brand-schedule.ts';
import { Tag, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import { PublishDialog, type Publishing } from './publish-dialog.tsx';
import { type Publication, refreshBrand, useHistory, useSchedules } from './publishing-data.ts';

/** All that was published, newest first, each to be gone back to: of the whole brand, or of one part. */
export function History({ brand, part }: { brand: string; part?: string }) {
  const { t } = useTranslation('publishing');
  const query = useHistory(brand, part);
  const [publishing, setPublishing] = useState<Publishing | null>(null);
  const goBack = ({ publication, parts: [first] }: Publication) =>
    setPublishing({
      when: 'now',
      proposal:
        part !== undefined && first
          ? { of: 'version', part, version: first.version }
          : { of: 'publication', publication },
    });
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base">{t('history.title')}</h2>
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {(publications) =>
          publications.length === 0 ? (
            <p className="text-sm text-muted">{t('history.empty')}</p>
          ) : (
            <ol className="divide-y divide-line rounded-card border border-line bg-surface">
              {publications.map((each, index) => (
                <Row
                  key={each.publication}
                  publication={each}
                  ofPart={part !== undefined}
                  isLive={index === 0}
                  onBack={() => goBack(each)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
      <PublishDialog brand={brand} publishing={publishing} onClose={() => setPublishing(null)} />
    </section>
  );
}

interface RowProps {
  publication: Publication;
  ofPart: boolean;
  isLive: boolean;
  onBack: () => void;
}

function Row({
  publication: { publication, publishedAt, publishedBy, note, parts },
  ofPart,
  isLive,
  onBack,
}: RowProps) {
  const { t } = useTranslation('publishing');
  const number = ofPart ? (parts[0]?.version ?? publication) : publication;
  const name = t(ofPart ? 'history.version' : 'history.publication', { number });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isLive && <Tag tone="success">{t('history.live')}</Tag>}
        </p>
        <p className="text-xs text-muted">
          {publishedBy?.name ?? t('history.command')} · <Moment at={publishedAt} />
          {!ofPart && ` · ${t('history.parts', { count: parts.length })}`}
        </p>
        {note && <p className="mt-1 text-[0.8125rem] wrap-anywhere">{note}</p>}
      </div>
      {!isLive && (
        <Button size="sm" variant="secondary" aria-label={`${t('history.back')} ${name}`} onClick={onBack}>
          {t('history.back')}
        </Button>
      )}
    </li>
  );
}

const tones = {
  waiting: 'primary',
  running: 'success',
  done: 'neutral',
  kept: 'warning',
  refused: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<string, Tone>;

/** What is to be published later, and what became of the last. Nothing where there is nothing. */
export function Schedules({ brand }: { brand: string }) {
  const { t, i18n } = useTranslation('publishing');
  const format = useFormat();
  const client = useQueryClient();
  const toast = useToast();
  const { data } = useSchedules(brand);
  const cancel = useMutation({
    mutationFn: (id: string) => call(cancelSchedule, { brand, id }),
    onSuccess: () => toast({ kind: 'success', text: t('schedules.cancelled') }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => refreshBrand(client, brand),
  });
  if (!data || data.schedules.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base">{t('schedules.title')}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.schedules.map(({ id, from, until, note, state, scheduledBy, refusal }) => {
          const times = {
            from: format.dayAndClock(from),
            until: until === null ? '' : format.dayAndClock(until),
          };
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {t(until === null ? 'schedules.from' : 'schedules.between', times)}
                  <Tag tone={tones[state]}>{t(`schedules.state.${state}`)}</Tag>
                </p>
                <p className="text-xs text-muted">{scheduledBy?.name ?? t('history.command')}</p>
                {note && <p className="mt-1 text-[0.8125rem] wrap-anywhere">{note}</p>}
                {refusal !== null && <p className="text-[0.8125rem] text-danger-text">{refusal}</p>}
              </div>
              {(state === 'waiting' || state === 'running') && (
                <Button
                  size="sm"
                  variant="secondary"
                  loading={cancel.isPending && cancel.variables === id}
                  onClick={() => cancel.mutate(id)}
                >
                  {t('schedules.cancel')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
