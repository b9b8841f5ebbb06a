import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button } from '../../../../../packages/ui/button.tsx';
import { useShell } from '../../../shell/boot.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { GoogleMark } from './google-mark.tsx';

/** Leads to Google and back to where this page wanted to go. Nothing where the brand has no Google. */
export function GoogleButton() {
  const { t } = useTranslation('shell');
  const { brand } = useShell();
  const { pathname, search, state } = useLocation();
  const { busy, refusal, attempt } = useAttempt();
  if (!brand.google) return null;
  const from = (state as { from?: unknown } | null)?.from;
  const goOn = typeof from === 'string' ? from : pathname + search;
  return (
    <>
      <Button
        variant="secondary"
        wide
        loading={busy}
        icon={<GoogleMark />}
        onClick={() => void attempt(async () => (await import('./google.ts')).leaveForGoogle(pathname, goOn))}
      >
        {t('entry.google')}
      </Button>
      {refusal && <RefusalNote refusal={refusal} />}
    </>
  );
}
