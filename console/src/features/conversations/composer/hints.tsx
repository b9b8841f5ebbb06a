import { CalendarClock, HandHeart, MessageCircleQuestionMark, ShieldAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#client/dates.ts';
import { Keys } from '#console/shell/keys.tsx';
import type { ScheduledReply } from '#contract/staff/writing.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import type { Place } from '../conversation-data.ts';
import { type WritingAids, useCancelScheduled, useReportConcern } from './writing-data.ts';

interface HintsProps {
  place: Place;
  aids: WritingAids;
  /** Whether the host may write now. */
  held: boolean;
  onUse: (text: string) => void;
}

/** What a host should know before writing: danger first, then the question who writes, then replies for later. */
export function Hints({ place, aids, held, wasRefused, onUse }: HintsProps & { wasRefused: boolean }) {
  const { t } = useTranslation(['composer']);
  return (
    <>
      {aids.concerns.map((found) => (
        <ConcernHint key={found.concern} {...{ place, found, held, onUse }} />
      ))}
      {(aids.askedIfReal || wasRefused) && (
        <HonestHint
          title={t(aids.askedIfReal ? 'honest.title' : 'honest.refused')}
          answer={aids.honestAnswer}
          held={held}
          onUse={onUse}
        />
      )}
      {aids.scheduled.map((reply) => (
        <ScheduledHint key={reply.id} {...{ place, reply, held, onUse }} />
      ))}
    </>
  );
}

const tones = {
  danger: 'bg-danger-soft text-on-danger-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  neutral: 'bg-soft text-ink',
};

interface HintProps {
  tone: keyof typeof tones;
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

function Hint({ tone, icon, title, children, actions }: HintProps) {
  return (
    <section
      aria-label={title}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field px-3 py-2 text-[0.8125rem] [&>svg]:size-4.5 [&>svg]:shrink-0 ${tones[tone]}`}
    >
      {icon}
      <p className="min-w-52 flex-1 leading-snug">
        <span className="font-semibold">{title}.</span> {children}
      </p>
      <span className="flex flex-wrap gap-1.5">{actions}</span>
    </section>
  );
}

function ConcernHint({
  place,
  found: { concern, help },
  held,
  onUse,
}: Omit<HintsProps, 'aids'> & { found: WritingAids['concerns'][number] }) {
  const { t } = useTranslation(['composer']);
  const toast = useToast();
  const report = useReportConcern(place);
  return (
    <Hint
      tone="danger"
      icon={concern === 'minor' ? <ShieldAlert aria-hidden /> : <HandHeart aria-hidden />}
      title={t(`concern.${concern}`)}
      actions={
        <>
          {held && (
            <Button variant="secondary" size="sm" onClick={() => onUse(help)}>
              {t('concern.help')}
            </Button>
          )}
          <Button
            variant="danger"
            size="sm"
            loading={report.isPending}
            aria-disabled={report.isSuccess}
            onClick={() => {
              if (report.isSuccess) return;
              report.mutate(concern, {
                onSuccess: () => void toast({ kind: 'success', text: t('concern.reported') }),
              });
            }}
          >
            {t('concern.report')}
          </Button>
        </>
      }
    >
      {t(`concern.${concern}Text`)}
    </Hint>
  );
}

interface HonestHintProps extends Pick<HintsProps, 'held' | 'onUse'> {
  title: string;
  answer: string;
}

function HonestHint({ title, answer, held, onUse }: HonestHintProps) {
  const { t } = useTranslation(['composer']);
  return (
    <Hint
      tone="warning"
      icon={<MessageCircleQuestionMark aria-hidden />}
      title={title}
      actions={
        held && (
          <Button
            variant="secondary"
            size="sm"
            aria-keyshortcuts="Alt+H"
            title={answer}
            onClick={() => onUse(answer)}
          >
            {t('honest.use')}
            <Keys keys={['Alt', 'H']} />
          </Button>
        )
      }
    >
      {t('honest.text')}
    </Hint>
  );
}

function ScheduledHint({ place, reply, held, onUse }: Omit<HintsProps, 'aids'> & { reply: ScheduledReply }) {
  const { t, i18n } = useTranslation(['composer']);
  const toast = useToast();
  const cancel = useCancelScheduled(place);
  const isBack = reply.status === 'returned';
  const at = formatDate(reply.sendAt, i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const reasons = {
    member_wrote: t('schedule.because.wrote'),
    closed: t('schedule.because.closed'),
    check: t('schedule.because.check'),
  };
  const title = isBack ? t('schedule.returned') : t('schedule.waiting', { name: reply.by, at });
  return (
    <Hint
      tone={isBack ? 'warning' : 'neutral'}
      icon={isBack ? <Undo2 aria-hidden /> : <CalendarClock aria-hidden />}
      title={title}
      actions={
        <>
          {held && (
            <Button variant="secondary" size="sm" onClick={() => onUse(reply.text)}>
              {t('schedule.use')}
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(reply.id, {
                onSuccess: () => void (isBack || toast({ text: t('schedule.cancelled') })),
              })
            }
          >
            {t(isBack ? 'schedule.dismiss' : 'schedule.cancel')}
          </Button>
        </>
      }
    >
      {reply.because !== null && `${reasons[reply.because]} `}
      <q className="italic">{reply.text}</q>
    </Hint>
  );
}
