import { useMutation } from '@tanstack/react-query';
import { RotateCcw, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { tryCompanion } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useBasics } from '../profiles-data.ts';
import type { ProfileForm } from './use-profile-form.ts';

type Said = InputOf<typeof tryCompanion>['said'][number] & {
  /** Its number in the chat. */
  number: number;
  by?: ReplyOf<typeof tryCompanion>['by'];
};

const TEXT_MAX_LETTERS = 500;
/** As many as the companion gets to read, the last of them a member's. */
const REMEMBERED = 11;

/** Talks to the companion as it is written in the form, saved or not. Nothing of it is kept. */
export function TryOut({ brand, form }: { brand: string; form: ProfileForm }) {
  const { t, i18n } = useTranslation('profile');
  const { data: basics } = useBasics(brand);
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [typed, setTyped] = useState('');
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const count = said.length;
  // What was said last is in sight.
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  const ask = useMutation({
    mutationFn: (all: readonly Said[]) => {
      const { screenName, words, character, limits, model } = form.values();
      const language = basics?.language ?? 'en';
      return call(
        tryCompanion,
        {
          brand,
          screenName,
          language,
          about: words[language].about,
          description: words[language].description,
          character,
          limits,
          model: model || null,
          said: all.slice(-REMEMBERED).map(({ from, text }) => ({ from, text })),
        },
        { patience: 60_000 },
      );
    },
    onSuccess: ({ text, by }, all) =>
      setSaid([...all, { number: all.length, from: 'profile', text: text.slice(0, TEXT_MAX_LETTERS), by }]),
  });
  const send = () => {
    const text = typed.trim();
    if (text === '' || ask.isPending) return;
    const all: Said[] = [...said, { number: said.length, from: 'member', text }];
    setSaid(all);
    setTyped('');
    ask.mutate(all);
  };
  /** What was said stays: only the answer is asked for again. */
  const again = () => ask.mutate(said);
  return (
    <div
      role="group"
      aria-labelledby={headingId}
      className="flex min-h-80 flex-col rounded-field border border-line bg-paper"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-1 ps-3.5 pe-1">
        <h3 id={headingId} className="text-sm">
          {t('tryOut.title')}
        </h3>
        <IconButton
          label={t('tryOut.restart')}
          icon={<RotateCcw aria-hidden className="size-4" />}
          disabled={said.length === 0 || ask.isPending}
          onClick={() => setSaid([])}
        />
      </header>
      <ul
        ref={list}
        aria-live="polite"
        aria-label={t('tryOut.title')}
        // It is scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex max-h-96 min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3"
      >
        {said.length === 0 && (
          <li className="m-auto max-w-60 text-center text-sm text-muted">{t('tryOut.empty')}</li>
        )}
        {said.map(({ number, from, text, by }) => (
          <li
            key={number}
            className={classNames(
              'max-w-[85%] rounded-card px-3 py-2 text-sm wrap-anywhere whitespace-pre-line',
              from === 'member' ? 'self-end bg-primary-soft text-on-primary-soft' : 'self-start bg-soft',
            )}
          >
            <span className="sr-only">{t(from === 'member' ? 'tryOut.you' : 'tryOut.companion')} </span>
            {text}
            {by === 'script' && <span className="mt-1 block text-xs text-muted">{t('tryOut.script')}</span>}
          </li>
        ))}
        {ask.isPending && <li className="self-start text-sm text-muted">{t('tryOut.writing')}</li>}
        {ask.isError && (
          <li role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-text">
            {explain(ask.error, i18n)}
            <Button size="sm" variant="secondary" onClick={again}>
              {t('tryOut.again')}
            </Button>
          </li>
        )}
      </ul>
      <div className="flex items-center gap-2 border-t border-line p-2">
        <TextField
          dense
          className="flex-1"
          label={t('tryOut.text')}
          placeholder={t('tryOut.text')}
          value={typed}
          maxLength={TEXT_MAX_LETTERS}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // The form around it must not be saved.
            event.preventDefault();
            send();
          }}
        />
        <IconButton
          label={t('tryOut.send')}
          variant="soft"
          icon={<SendHorizontal aria-hidden className="size-4" />}
          onClick={send}
        />
      </div>
    </div>
  );
}
