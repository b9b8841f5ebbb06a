import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isPlaceholder, placeholdersIn } from '#contract/staff/placeholders.ts';
import { Button } from '#ui/button.tsx';

/** What is still open in a text. It is shown before the text is sent. */
export function Gaps({ text, onGo }: { text: string; onGo: () => void }) {
  const { t, i18n } = useTranslation(['composer']);
  const open = placeholdersIn(text);
  if (open.length === 0) return null;
  const wordFor = (name: string) => {
    if (!isPlaceholder(name)) return t('missing.other');
    return {
      name: t('missing.name'),
      city: t('missing.city'),
      age: t('missing.age'),
      profile: t('missing.profile'),
    }[name];
  };
  const words = new Set(open.map(wordFor));
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(words);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-field bg-warning-soft px-3 py-2 text-[0.8125rem] text-on-warning-soft"
    >
      <CircleAlert aria-hidden className="size-4.5 shrink-0" />
      <p className="min-w-52 flex-1">{t('missing.text', { names })}</p>
      <Button variant="secondary" size="sm" onClick={onGo}>
        {t('missing.go')}
      </Button>
    </div>
  );
}
