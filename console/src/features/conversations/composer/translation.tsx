import { useQuery } from '@tanstack/react-query';
import { Languages, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { storage } from '#console/shell/storage.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { translateMessage } from '#contract/staff/writing.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { Place, StaffMessage } from '../conversation-data.ts';

/** Whether what members write is translated. It is remembered on this device. */
export function useTranslates(): boolean {
  return useSyncExternalStore(
    (listener) => storage.watch('translates', listener),
    () => storage.get('translates') === 'yes',
  );
}

export function toggleTranslates(): void {
  if (storage.get('translates') === 'yes') storage.remove('translates');
  else storage.set('translates', 'yes');
}

/** What the member wrote, in the language of the console. It stands below the original, never in its place. */
export function MessageTranslation({ place, message }: { place: Place; message: StaffMessage }) {
  const { t, i18n } = useTranslation(['composer']);
  const to = i18n.language as Language;
  const isOn = useTranslates() && message.from === 'member' && message.text !== '';
  const { data, isError } = useQuery({
    queryKey: ['translation', place.brand, message.id, to],
    queryFn: async ({ signal }) =>
      (await call(translateMessage, { ...place, messageId: message.id, to }, { signal })).text,
    enabled: isOn,
    staleTime: Infinity,
    retry: false,
  });
  if (!isOn || data === message.text) return null;
  const words = isError ? t('translation.failed') : (data ?? t('translation.loading'));
  return (
    <p
      lang={data === undefined ? undefined : to}
      className={`mt-1 flex gap-1.5 border-t border-current/20 pt-1 wrap-anywhere whitespace-pre-wrap ${data === undefined ? 'text-xs opacity-80' : ''}`}
    >
      <Languages aria-hidden className="mt-1 size-3.5 shrink-0 opacity-80" />
      {words}
    </p>
  );
}

interface ReplyTranslationProps {
  text: string;
  language: Language;
  onUse: () => void;
  onClose: () => void;
}

/** What the host wrote, in the member's language, to be read before it is used. */
export function ReplyTranslation({ text, language, onUse, onClose }: ReplyTranslationProps) {
  const { t } = useTranslation(['composer', 'shell']);
  const format = useFormat();
  const title = t('translation.title', { language: format.language(language) });
  return (
    <section aria-label={title} className="flex items-start gap-2 rounded-field bg-soft px-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{title}</p>
        <p lang={language} className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={onUse}>
        {t('translation.use')}
      </Button>
      <IconButton
        label={t('shell:close')}
        icon={<X aria-hidden className="size-4" />}
        onClick={onClose}
        className="size-9!"
      />
    </section>
  );
}
