import { useInfiniteQuery } from '@tanstack/react-query';
import { Eye, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call, useBrandTitle, useMyBrands } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { type HostReply, listHostReplies, listOwnMarks, listOwnShifts } from '#contract/staff/supervision.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Mark } from './read-along.tsx';
import { ShiftTimes } from './shifts.tsx';

/** A host's answers, for a supervisor. */
export function HostReplies() {
  const { t } = useTranslation('board');
  const { staffId = '' } = useParams();
  const query = useInfiniteQuery({
    queryKey: ['board', 'replies', staffId],
    queryFn: ({ pageParam, signal }) =>
      call(listHostReplies, { staffId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      name: pages[0]?.name ?? '',
      replies: pages.flatMap(({ replies }) => replies),
    }),
  });
  useLiveChanges('board', () => void query.refetch());
  return (
    <Page text={t('repliesText')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
        {({ name, replies }) => (
          <section className="flex flex-col gap-3">
            <h2 className="text-base font-semibold">{name}</h2>
            {replies.length === 0 ? (
              <EmptyState compact icon={<MessageSquare />} title={t('noReplies')} text={t('noRepliesText')} />
            ) : (
              <div>
                <ReplyTable replies={replies} mayReadAlong />
                <NextPage query={query} />
              </div>
            )}
          </section>
        )}
      </Loaded>
    </Page>
  );
}

function ReplyTable({ replies, mayReadAlong }: { replies: readonly HostReply[]; mayReadAlong: boolean }) {
  const { t } = useTranslation('board');
  const format = useFormat();
  const titleOf = useBrandTitle();
  const columns: Column<HostReply>[] = [
    { title: t('at'), heading: true, renderCell: ({ at }) => <Moment at={at} /> },
    { title: t('brand'), renderCell: ({ brand }) => titleOf(brand) },
    {
      title: t('waited'),
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ waitedSeconds }) => format.duration(waitedSeconds),
    },
    { title: t('mark'), className: 'md:w-[45%]', renderCell: ({ mark }) => mark && <Mark mark={mark} /> },
    ...(mayReadAlong
      ? [
          {
            title: t('conversation'),
            renderCell: ({ brand, conversationId, at }: HostReply) =>
              conversationId === null ? (
                t('erased')
              ) : (
                <Link
                  to={paths.readAlong(brand, conversationId)}
                  aria-label={t('openFrom', { time: format.moment(at) })}
                  className="relative inline-flex touch-target items-center gap-1.5 font-medium text-primary-text"
                >
                  <Eye aria-hidden className="size-4" />
                  {t('open')}
                </Link>
              ),
          },
        ]
      : []),
  ];
  return <DataTable name={t('replies')} columns={columns} rows={replies} keyOf={(row) => row.messageId} />;
}

/** A host's own shifts and marks. */
export function OwnWork() {
  const { t } = useTranslation('board');
  const titleOf = useBrandTitle();
  const hasBrands = useMyBrands('conversations.answer').length > 1;
  const shifts = useInfiniteQuery({
    queryKey: ['own-shifts'],
    queryFn: ({ pageParam, signal }) =>
      call(listOwnShifts, pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.shifts),
  });
  const marks = useInfiniteQuery({
    queryKey: ['own-marks'],
    queryFn: ({ pageParam, signal }) =>
      call(listOwnMarks, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ replies }) => replies),
  });
  return (
    <Page text={t('ownText')}>
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{t('ownShifts')}</h2>
        <Loaded query={shifts} skeleton={<SkeletonRows rows={2} />}>
          {(planned) =>
            planned.length === 0 ? (
              <p className="text-sm text-muted">{t('noShifts')}</p>
            ) : (
              <div>
                <ul className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
                  {planned.map((shift) => (
                    <li key={shift.id} className="flex flex-wrap gap-x-4 px-4 py-2.5">
                      <ShiftTimes shift={shift} />
                      {hasBrands && <span className="font-medium">{titleOf(shift.brand)}</span>}
                      <span className="text-muted">{shift.note}</span>
                    </li>
                  ))}
                </ul>
                <NextPage query={shifts} />
              </div>
            )
          }
        </Loaded>
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{t('ownMarks')}</h2>
        <Loaded query={marks} skeleton={<SkeletonRows rows={3} />}>
          {(replies) =>
            replies.length === 0 ? (
              <p className="text-sm text-muted">{t('noMarks')}</p>
            ) : (
              <div>
                <ReplyTable replies={replies} mayReadAlong={false} />
                <NextPage query={marks} />
              </div>
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}
