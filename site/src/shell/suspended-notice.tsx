import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { Suspension } from '#contract/account/sign-in.ts';
import { sanctionReasons } from '#contract/moderation/sanctions.ts';
import { FormErrors } from '#ui/form-errors.tsx';
import { sanctionReasonWords } from './sanction-words.ts';

/** Why a member is kept out by a sanction, until when, and where the way to appeal is. */
export function SuspendedNotice({ reason, until }: Suspension) {
  const { t } = useTranslation('decisions');
  const dates = useDates();
  const known = sanctionReasons.find((each) => each === reason);
  const lines = [t('suspended.mail')];
  if (known) lines.unshift(t('appeal.reason', { reason: t(sanctionReasonWords[known]) }));
  return (
    <FormErrors
      title={until === null ? t('suspended.close') : t('suspended.until', { date: dates.time(until) })}
      errors={lines.map((text) => ({ text }))}
    />
  );
}
