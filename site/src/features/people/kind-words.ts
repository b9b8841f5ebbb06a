import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileKind } from '../../../../contract/kernel/fields.ts';

/** Adds to words that name a profile who answers for it, where no badge can stand: in a tab's title or a short notice. */
export function useKindWords(): (words: string, kind: ProfileKind | null) => string {
  const { t } = useTranslation('shell');
  return useCallback(
    (words, kind) => (kind === 'staff' || kind === 'ai' ? `${words} · ${t(`kind.${kind}`)}` : words),
    [t],
  );
}
