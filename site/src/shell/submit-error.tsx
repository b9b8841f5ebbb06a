import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '#client/refusal.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { lazyPart } from './lazy-part.tsx';
import { paths } from './paths.ts';

type SubmitErrorProps = {
  /** Further sentences. */
  more?: readonly string[];
  /** The way on. */
  actions?: ReactNode;
};

/** Why something was not done, in a sentence, with when to try again. Without a refusal there is nothing to show. */
export function SubmitError({ refusal, ...rest }: SubmitErrorProps & { refusal: Refusal | null }) {
  if (refusal?.suspension) return <SuspendedNotice {...refusal.suspension} />;
  return refusal && <RefusalNotice refusal={refusal} {...rest} />;
}

const SuspendedNotice = lazyPart(async () => (await import('./suspended-notice.tsx')).SuspendedNotice);

/** On its own, because its words are loaded only when there is a refusal. */
function RefusalNotice({ refusal, more, actions }: SubmitErrorProps & { refusal: Refusal }) {
  const { t } = useTranslation(['shell', 'account', 'errors']);
  const { code, faultId, retryAfter } = refusal;
  const lines = [...(more ?? [])];
  if (faultId) lines.push(t('entry.faultId', { id: faultId }));
  if (retryAfter) lines.push(t('account:wait', { count: Math.ceil(retryAfter / 60) }));
  return (
    <FormErrors
      title={code === 'offline' ? t('entry.offline') : t(`errors:${code}`)}
      errors={lines.map((text) => ({ text }))}
      actions={actions ?? (code === 'account.disabled' && <ContactLink />)}
    />
  );
}

/** A visitor who cannot come in can still write to us. */
function ContactLink() {
  const { t } = useTranslation('shell');
  return (
    <ButtonLink to={paths.contact} variant="secondary" size="sm">
      {t('footer.contact')}
    </ButtonLink>
  );
}
