import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#client/dates.ts';
import { useOverlay } from '#client/overlays.ts';
import { call } from '#console/shell/api.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { replyAsProfile } from '#contract/staff/chat.ts';
import type { ReplyWarning } from '#contract/staff/reply-warnings.ts';
import { useToast } from '#ui/toast.tsx';
import { type Place, useRefresh } from '../conversation-data.ts';
import type { ComposerText } from './composer-text.ts';
import { useScheduleReply } from './writing-data.ts';

/** What the host is about to do with the text. */
type Step = { action: 'send'; andNext: boolean } | { action: 'schedule'; sendAt: number };

interface SendingOptions {
  place: Place;
  composer: ComposerText;
  held: boolean;
  photoId: string | undefined;
  /** The number of the message that is answered. */
  replyTo: number | undefined;
  /** It is on its way, and the text may go. */
  onDone: () => void;
  onSent: (andNext: boolean) => void;
}

/** Sends or schedules the text. Where the server has found something, the host sees it and sends all the same, or not. */
export function useSending({ place, composer, held, photoId, replyTo, onDone, onSent }: SendingOptions) {
  const { t, i18n } = useTranslation(['composer']);
  const toast = useToast();
  const reply = useReply(place);
  const schedule = useScheduleReply(place);
  const check = useOverlay<{ step: Step; warnings: ReplyWarning[] }>('reply-check', { endsWithPage: true });
  // The same that is sent again, because the answer got lost, is one message.
  const attempt = useRef({ of: '', id: '' });
  const { text } = composer;
  const isBusy = reply.isPending || schedule.isPending;
  const hasText = text.trim() !== '';

  function idFor({ action }: Step): string {
    const of = JSON.stringify([action, text, photoId, replyTo]);
    if (attempt.current.of !== of) attempt.current = { of, id: crypto.randomUUID() };
    return attempt.current.id;
  }

  function handleError(step: Step, error: unknown): void {
    if (error instanceof Failure && error.code === 'reply.unconfirmed')
      check.open({ step, warnings: (error as Failure<'reply.unconfirmed'>).details.warnings });
  }

  function run(step: Step, confirmed: ReplyWarning[] = []): void {
    if (!held || isBusy || composer.selectGap()) return;
    const onError = (error: unknown) => handleError(step, error);
    const id = idFor(step);
    if (step.action === 'send') {
      if (!hasText && photoId === undefined) return;
      const message = {
        messageId: id,
        text,
        confirmed,
        ...(photoId !== undefined && { photoId }),
        ...(replyTo !== undefined && { replyTo }),
      };
      const onSuccess = () => {
        onDone();
        onSent(step.andNext);
      };
      reply.mutate(message, { onSuccess, onError });
      return;
    }
    if (!hasText) return;
    const onSuccess = () => {
      const at = formatDate(step.sendAt, i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
      toast({ kind: 'success', text: t('schedule.done', { at }) });
      onDone();
    };
    schedule.mutate({ replyId: id, text, sendAt: step.sendAt, confirmed }, { onSuccess, onError });
  }

  const error = [reply.error, schedule.error].find(
    (each) => each !== null && !(each instanceof Failure && each.code === 'reply.unconfirmed'),
  );
  return {
    isBusy,
    hasText,
    canSend: held && (hasText || photoId !== undefined),
    error: error ?? null,
    /** The server took it for a denial that the staff writes. */
    wasDenial: error instanceof Failure && error.code === 'reply.denies_staff',
    /** Another text is another matter. */
    clear() {
      if (reply.isError) reply.reset();
      if (schedule.isError) schedule.reset();
    },
    send: (andNext: boolean) => run({ action: 'send', andNext }),
    schedule: (sendAt: number) => run({ action: 'schedule', sendAt }),
    /** What has to be confirmed. */
    check: {
      warnings: check.props?.warnings ?? null,
      action: check.props?.step.action ?? 'send',
      onClose: () => void check.close(),
      onConfirm() {
        const asked = check.props;
        if (asked) void check.close().then(() => run(asked.step, asked.warnings));
      },
    },
  };
}

type Reply = Pick<InputOf<typeof replyAsProfile>, 'messageId' | 'text' | 'photoId' | 'replyTo' | 'confirmed'>;

function useReply(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({
    mutationFn: (reply: Reply) => call(replyAsProfile, { ...place, ...reply }),
    onSettled: refresh,
  });
}
