import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call, explain, useMe } from '#console/shell/api.ts';
import { useLiveChanges } from '#console/shell/live.ts';
import { paths } from '#console/shell/paths.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { Concern } from '#contract/staff/reply-warnings.ts';
import { staffLike, staffVisit } from '#contract/staff/staff.ts';
import {
  cancelScheduled,
  listScheduled,
  readAlbum,
  readWritingAids,
  reportConcern,
  scheduleReply,
  suggestDraft,
  translateReply,
} from '#contract/staff/writing.ts';
import { useToast } from '#ui/toast.tsx';
import { type Place, type StaffConversation, useRefresh } from '../conversation-data.ts';

export type WritingAids = ReplyOf<typeof readWritingAids>;

const aidsKey = ({ brand, id }: Place) => ['writing-aids', brand, id] as const;

/** What the host has at hand. It follows what was said last. */
export function useWritingAids(place: Place, { messages }: StaffConversation) {
  return useQuery({
    queryKey: [...aidsKey(place), messages.at(-1)?.id ?? ''],
    queryFn: ({ signal }) => call(readWritingAids, { ...place }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What goes wrong with a tool is shown once, and takes nothing away. */
function useErrorToast(): (error: unknown) => void {
  const { i18n } = useTranslation();
  const toast = useToast();
  return (error) => void toast({ kind: 'danger', text: explain(error, i18n), name: 'composer' });
}

function useRefreshAids(place: Place): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: aidsKey(place) });
}

export function useSuggestDraft(place: Place) {
  const onError = useErrorToast();
  return useMutation({ mutationFn: () => call(suggestDraft, { ...place }), onError });
}

export function useTranslateReply(place: Place) {
  const onError = useErrorToast();
  return useMutation({ mutationFn: (text: string) => call(translateReply, { ...place, text }), onError });
}

export function useAlbum(place: Place, isOpen: boolean) {
  return useQuery({
    queryKey: ['album', place.brand, place.id],
    queryFn: async ({ signal }) => (await call(readAlbum, { ...place }, { signal })).photos,
    enabled: isOpen,
  });
}

type Scheduled = Pick<InputOf<typeof scheduleReply>, 'replyId' | 'text' | 'sendAt' | 'confirmed'>;

export function useScheduleReply(place: Place) {
  const refresh = useRefresh(place);
  const refreshAids = useRefreshAids(place);
  return useMutation({
    mutationFn: (reply: Scheduled) => call(scheduleReply, { ...place, ...reply }),
    onSettled: () => Promise.all([refresh(), refreshAids()]),
  });
}

const scheduledKey = ['scheduled'];

/** What the host has written for later, in all conversations. */
export function useOwnScheduled() {
  return useQuery({
    queryKey: scheduledKey,
    queryFn: async ({ signal }) => (await call(listScheduled, {}, { signal })).replies,
  });
}

/** Tells the host of a reply for later that came back, wherever they are among the conversations. */
export function useReturnedReplies(): void {
  const { t } = useTranslation(['composer']);
  const { data: me } = useMe();
  const toast = useToast();
  const navigate = useNavigate();
  const client = useQueryClient();
  useLiveChanges('conversation', ({ change, staffId, brand, id }) => {
    if (change !== 'returned' || staffId !== me?.id || brand === null || id === null) return;
    void client.invalidateQueries({ queryKey: aidsKey({ brand, id }) });
    toast({
      text: t('schedule.came'),
      action: { label: t('schedule.show'), onClick: () => void navigate(paths.conversation(brand, id)) },
    });
  });
}

export function useCancelScheduled(place: Place) {
  const refresh = useRefresh(place);
  const refreshAids = useRefreshAids(place);
  const onError = useErrorToast();
  return useMutation({
    mutationFn: (replyId: string) => call(cancelScheduled, { ...place, replyId }),
    onError,
    onSettled: () => Promise.all([refresh(), refreshAids()]),
  });
}

export function useReportConcern(place: Place) {
  const onError = useErrorToast();
  return useMutation({
    mutationFn: (concern: Concern) => call(reportConcern, { ...place, concern }),
    onError,
  });
}

/** A like or a visit as the profile, to the member. */
export function useAct(place: Place, { profile, member }: StaffConversation) {
  const refreshAids = useRefreshAids(place);
  const onError = useErrorToast();
  const act = { brand: place.brand, profileId: profile.profileId, otherId: member.profileId };
  const options = { onError, onSettled: refreshAids };
  return {
    like: useMutation({ mutationFn: () => call(staffLike, act), ...options }),
    visit: useMutation({ mutationFn: () => call(staffVisit, act), ...options }),
  };
}
