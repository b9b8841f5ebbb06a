import { Banknote, ChevronDown, Coffee, DoorOpen, Image, Siren, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Notice } from '#ui/notice.tsx';

const articles = [
  { name: 'money', icon: Banknote, title: 'advice.money.title', text: 'advice.money.text' },
  { name: 'contact', icon: DoorOpen, title: 'advice.contact.title', text: 'advice.contact.text' },
  { name: 'meeting', icon: Coffee, title: 'advice.meeting.title', text: 'advice.meeting.text' },
  { name: 'photos', icon: Image, title: 'advice.photos.title', text: 'advice.photos.text' },
  { name: 'blackmail', icon: TriangleAlert, title: 'advice.blackmail.title', text: 'advice.blackmail.text' },
] as const;

/** What to do, in plain words. The article that the address names is open. */
export function Advice() {
  const { t } = useTranslation('safety');
  const { hash } = useLocation();
  const named = hash.slice(1);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([named]));
  useEffect(() => {
    document.getElementById(named)?.scrollIntoView();
  }, [named]);
  const show = (name: string, shown: boolean) => {
    const next = new Set(open);
    if (shown) next.add(name);
    else next.delete(name);
    setOpen(next);
  };
  return (
    <div className="space-y-4">
      <Notice tone="warning" icon={<Siren aria-hidden="true" />}>
        {t('advice.emergency')}
      </Notice>
      <div className="divide-y divide-line overflow-hidden rounded-card edge bg-surface shadow-card">
        {articles.map(({ name, icon: Icon, title, text }) => (
          <details
            key={name}
            id={name}
            open={open.has(name)}
            onToggle={({ currentTarget }) => show(name, currentTarget.open)}
            className="group scroll-mt-20"
          >
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 px-4 py-3 font-medium -outline-offset-3 hover:bg-soft sm:px-5 [&::-webkit-details-marker]:hidden">
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              <span className="flex-1">{t(title)}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-5 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <ul className="list-disc space-y-2 pr-5 pb-5 pl-10 sm:pl-11">
              {t(text)
                .split('\n')
                .map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
            </ul>
          </details>
        ))}
      </div>
    </div>
  );
}
