import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SLOW_AFTER_MS = 4_000;

/** After a while of waiting, says that it is still being worked on. */
export function SlowNote({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('find');
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return (
    <p role="status" className="mt-6 text-center text-muted empty:hidden">
      {slow && t('slow')}
    </p>
  );
}
