import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useShell } from '#site/shell/boot.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';

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
      <SubmitError refusal={refusal} />
    </>
  );
}

/** Google's own mark in its own colours, as its rules ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path
        fill="#fbbc05"
        d="M3.96 10.71A5.4 5.4 0 0 1 3.68 9c0-.6.1-1.17.28-1.71V4.96H.96A9 9 0 0 0 0 9c0 1.45.35 2.83.96 4.04z"
      />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  );
}
