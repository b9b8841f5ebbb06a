import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCHEDULE_HOURS_MOST } from '../../../../../contract/staff/writing.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { TextField } from '../../../../../packages/ui/text-field.tsx';
import { isWithinReach, localMinute, timeChoices } from './schedule-times.ts';

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
    </Dialog>
  );
}

function Times({ onPick }: Pick<ScheduleDialogProps, 'onPick'>) {
  const { t, i18n } = useTranslation(['composer', 'errors']);
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
          error={isWrong ? i18n.t('errors:schedule.time') : undefined}
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
