import { useTranslation } from 'react-i18next';
import { FormErrors } from '../../../packages/ui/form-errors.tsx';
import type { Refusal } from './use-attempt.ts';

/** Why it was not done, in a sentence. Its words are there, because the attempt has fetched them. */
export function RefusalNote({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation(['shell', 'account', 'errors']);
  const { code, faultId, minutes } = refusal;
  const more = [
    ...(faultId ? [{ text: t('entry.faultId', { id: faultId }) }] : []),
    ...(minutes ? [{ text: t('account:wait', { count: minutes }) }] : []),
  ];
  return <FormErrors title={code === 'offline' ? t('entry.offline') : t(`errors:${code}`)} errors={more} />;
}
