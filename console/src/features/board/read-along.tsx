import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { useOverlay } from '#client/overlays.ts';
import { call, useMe } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { writing } from '#contract/kernel/text.ts';
import { type HostReply, markReply, readAlong } from '#contract/staff/supervision.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Stars } from '#ui/stars.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';

type Conversation = ReplyOf<typeof readAlong>;
type Message = Conversation['messages'][number];

/** A conversation as it goes on, for a supervisor who looks on and marks answers. */
export function ReadAlong() {
  const { t } = useTranslation(['board', 'shell']);
  const { brand = '', conversationId = '' } = useParams();
  const query = useConversation(brand, conversationId);
  const marking = useOverlay<Message>('mark', { endsWithPage: true });
  return (
    <Page
      text={t('readAlongText')}
      actions={
        <Link
          to={paths.board}
          className="relative inline-flex touch-target items-center gap-1.5 text-sm font-medium text-primary-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('back')}
        </Link>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
        {({ profile, member, claim, messages }) => (
          <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
            <header className="flex flex-wrap items-center gap-2">
              <h2 className="text-base font-semibold">{t('between', { profile, member })}</h2>
              {claim && <Tag tone="success">{t('claimedBy', { name: claim.name })}</Tag>}
            </header>
            <NextPage query={query} label={t('earlier')} />
            <ol className="flex flex-col gap-3">
              {messages.map((message) => (
                <Line
                  key={message.id}
                  message={message}
                  from={message.from === 'profile' ? profile : member}
                  onMark={() => marking.open(message)}
                />
              ))}
            </ol>
          </section>
        )}
      </Loaded>
      <Dialog
        open={marking.props !== null}
        onClose={() => void marking.close()}
        closeLabel={t('shell:close')}
        title={t('markTitle', { name: marking.props?.host?.name ?? '' })}
      >
        {marking.props && (
          <MarkForm brand={brand} message={marking.props} onClose={() => void marking.close()} />
        )}
      </Dialog>
    </Page>
  );
}

const conversationKey = (brand: string, id: string) => ['read-along', brand, id];

function useConversation(brand: string, id: string) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: conversationKey(brand, id) });
  useLiveChanges('board', refresh);
  useLiveChanges('conversation', (change) => {
    if (change.id === null || change.id === id) refresh();
  });
  return useInfiniteQuery({
    queryKey: conversationKey(brand, id),
    queryFn: ({ pageParam, signal }) =>
      call(readAlong, { brand, id, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => {
      const newest = pages[0];
      const messages = pages.toReversed().flatMap((page) => page.messages);
      return { profile: '', member: '', claim: null, ...newest, messages };
    },
    refetchInterval: 10_000,
  });
}

interface LineProps {
  message: Message;
  from: string;
  onMark: () => void;
}

function Line({ message, from, onMark }: LineProps) {
  const { t } = useTranslation('board');
  const { data: me } = useMe();
  const { text, hasPhoto, at, host, mark } = message;
  const isOurs = message.from === 'profile';
  return (
    <li className={classNames('flex max-w-[75ch] flex-col gap-1', isOurs && 'ms-auto items-end')}>
      <span className="text-xs text-muted">
        {host ? t('writtenBy', { profile: from, name: host.name }) : from} · <Moment at={at} />
      </span>
      <p
        className={classNames(
          'rounded-card px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap',
          isOurs ? 'bg-primary-soft text-on-primary-soft' : 'bg-soft',
        )}
      >
        {hasPhoto && <span className="block text-xs">{t('photo')}</span>}
        {text}
      </p>
      {mark && <Mark mark={mark} />}
      {host && host.id !== me?.id && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Star aria-hidden className="size-4" />}
          aria-label={t(mark ? 'changeMarkOf' : 'giveMarkOf', { name: host.name, text: text.slice(0, 40) })}
          onClick={onMark}
        >
          {t(mark ? 'changeMark' : 'giveMark')}
        </Button>
      )}
    </li>
  );
}

const schema = z.object({ stars: z.enum(['1', '2', '3', '4', '5']), note: writing(500) });

function MarkForm({ brand, message, onClose }: { brand: string; message: Message; onClose: () => void }) {
  const { t } = useTranslation('board');
  const toast = useToast();
  const client = useQueryClient();
  const form = useSubmitForm({
    defaults: {
      stars: String(message.mark?.stars ?? 4) as z.output<typeof schema>['stars'],
      note: message.mark?.note ?? '',
    },
    schema: async () => schema,
    async submit({ stars, note }) {
      await call(markReply, { brand, messageId: message.id, stars: Number(stars), note });
      toast({ kind: 'success', text: t('marked') });
      await client.invalidateQueries({ queryKey: ['read-along'] });
      onClose();
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <blockquote className="border-s-2 border-line ps-3 text-sm text-muted">{message.text}</blockquote>
      <SelectField
        {...form.field('stars')}
        label={t('stars')}
        options={(['5', '4', '3', '2', '1'] as const).map((value) => ({
          value,
          label: t(`starWords.${value}`),
        }))}
      />
      <TextArea {...form.field('note')} label={t('note')} hint={t('noteHint')} maxLength={500} rows={4} />
      <Button type="submit" wide loading={form.busy}>
        {t('saveMark')}
      </Button>
    </form>
  );
}

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
      {note !== '' && <span className="text-[0.8125rem] wrap-anywhere text-ink">{note}</span>}
    </div>
  );
}
