import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '#client/dates.ts';
import { localMinute } from '#console/shell/local-minute.ts';
import { paths } from '#console/shell/paths.ts';
import { SCHEDULE_HOURS_MOST } from '#contract/staff/writing.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { isWithinReach, timeChoices } from './schedule-times.ts';
import { useOwnScheduled } from './writing-data.ts';

interface ScheduleDialogProps {
  isOpen: boolean;
  onPick: (sendAt: number) => void;
  onClose: () => void;
}

/** When a reply is to be sent: one of the usual times, or any within reach. */
export function ScheduleDialog({ isOpen, onPick, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['composer', 'shell']);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('schedule.title')}
      text={t('schedule.text')}
    >
      {isOpen && <Times onPick={onPick} />}
      {isOpen && <OwnReplies />}
    </Dialog>
  );
}

function Times({ onPick }: Pick<ScheduleDialogProps, 'onPick'>) {
  const { t } = useTranslation(['composer']);
  const formId = useId();
  const [opened] = useState(() => Date.now());
  const [typed, setTyped] = useState(() => localMinute(opened + 2 * 3_600_000));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(typed).getTime();
    if (isWithinReach(at, Date.now())) onPick(at);
    else setWrong(true);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-2 sm:grid-cols-2">
        {timeChoices(opened).map(({ name, at }) => (
          <Button key={name} variant="secondary" size="sm" onClick={() => onPick(at)}>
            {t(`schedule.${name}`)}
          </Button>
        ))}
      </div>
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          type="datetime-local"
          label={t('schedule.other')}
          value={typed}
          min={localMinute(opened)}
          max={localMinute(opened + SCHEDULE_HOURS_MOST * 3_600_000)}
          error={isWrong ? t('schedule.wrong') : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" wide>
          {t('schedule.confirm')}
        </Button>
      </form>
    </div>
  );
}

/** What the host has written for later, anywhere. */
function OwnReplies() {
  const { t, i18n } = useTranslation(['composer']);
  const { data = [] } = useOwnScheduled();
  const titleId = useId();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-6">
      <h3 id={titleId} className="font-text text-sm font-semibold">
        {t('schedule.mine')}
      </h3>
      <ul className="mt-2 flex flex-col gap-1">
        {data.map((reply) => (
          <li key={reply.id}>
            <Link
              to={paths.conversation(reply.brand, reply.conversationId)}
              className="flex items-baseline gap-3 rounded-(--corner-check) px-2 py-1.5 text-sm hover:bg-soft"
            >
              <span className="font-medium">{reply.member}</span>
              <span className="min-w-0 flex-1 truncate text-muted">{reply.text}</span>
              <span className="shrink-0 text-xs text-muted">
                {reply.status === 'returned'
                  ? t('schedule.returned')
                  : formatDate(reply.sendAt, i18n.language, { dateStyle: 'short', timeStyle: 'short' })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
