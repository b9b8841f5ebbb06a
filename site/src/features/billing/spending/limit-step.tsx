import { useTranslation } from 'react-i18next';
import { type SpendingWindow, limitForm } from '#contract/billing/spending.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button, ButtonColumn } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useMoney } from '../billing-data.ts';
import { saveLimit } from './spending-data.ts';

type LimitStepProps = { window: SpendingWindow; onDone: () => void };

/** How much one allows oneself in a day, a week or a month. */
export function LimitStep({ window: { period, limitCents }, onDone }: LimitStepProps) {
  const { t } = useTranslation('spending');
  const { trackerId } = useMember();
  const money = useMoney();
  const form = useSubmitForm<{ euros: string }, { euros: number }>({
    defaults: { euros: limitCents === null ? '' : String(limitCents / 100) },
    schema: () => Promise.resolve(limitForm),
    words: { euros: () => undefined },
    async submit({ euros }) {
      await saveLimit(trackerId, period, euros * 100);
      onDone();
    },
  });
  const removal = useAttempt();
  async function remove() {
    if (await removal.attempt(() => saveLimit(trackerId, period, null))) onDone();
  }
  return (
    <form {...form.formProps} className="space-y-5">
      {limitCents !== null && <p className="text-muted">{t('limit.now', { limit: money(limitCents) })}</p>}
      <TextField
        {...form.field('euros')}
        label={t('limit.euros')}
        hint={t('limit.hint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
        start="€"
      />
      <SubmitError refusal={form.refusal ?? removal.refusal} />
      <ButtonColumn>
        <Button type="submit" size="lg" wide loading={form.busy}>
          {t('limit.save')}
        </Button>
        {limitCents !== null && (
          <Button variant="secondary" wide loading={removal.busy} onClick={() => void remove()}>
            {t('limit.remove')}
          </Button>
        )}
        <Button variant="ghost" wide onClick={onDone}>
          {t('limit.back')}
        </Button>
      </ButtonColumn>
      {limitCents !== null && <p className="text-center text-sm text-muted">{t('limit.removeText')}</p>}
    </form>
  );
}
