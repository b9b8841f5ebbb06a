import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { explain } from '#site/shell/explain.ts';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { usePause } from './safety-data.ts';

const lengths = ['7', '30', '90', 'none'] as const;

/** A break: what it does and what it does not, how long, and the way back. */
export function PauseCard() {
  const { t, i18n } = useTranslation(['safety', 'errors']);
  const dates = useDates();
  const toast = useToast();
  const { pause } = useMember();
  const [length, setLength] = useState<(typeof lengths)[number]>('30');
  const change = usePause();
  const onError = (error: unknown) => toast({ kind: 'danger', text: explain(error, i18n) });
  const begin = () => change.mutate({ days: length === 'none' ? null : Number(length) }, { onError });
  const end = () =>
    change.mutate(null, {
      onError,
      onSuccess: () => toast({ kind: 'success', text: t('pause.ended') }),
    });
  if (pause) {
    return (
      <Notice
        icon={<CirclePause aria-hidden="true" />}
        title={pause.until === null ? t('pause.open') : t('pause.until', { date: dates.day(pause.until) })}
        action={
          <Button size="sm" loading={change.isPending} onClick={end}>
            {t('pause.end')}
          </Button>
        }
      >
        {t('pause.plan')}
      </Notice>
    );
  }
  return (
    <Card className="space-y-4">
      <p>{t('pause.text')}</p>
      <p className="text-muted">{t('pause.plan')}</p>
      <SelectField
        label={t('pause.howLong')}
        value={length}
        onChange={({ target }) => setLength(lengths.find((one) => one === target.value) ?? '30')}
        options={lengths.map((value) => ({ value, label: t(`pause.days.${value}`) }))}
      />
      <Button variant="secondary" loading={change.isPending} onClick={begin}>
        {t('pause.start')}
      </Button>
    </Card>
  );
}
