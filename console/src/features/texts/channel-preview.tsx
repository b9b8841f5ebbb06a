import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain, useBrandTitle } from '#console/shell/api.ts';
import { MailDocument } from '#console/shell/preview/mail-document.tsx';
import { useSettled } from '#console/shell/preview/use-settled.ts';
import type { TextChannel } from '#contract/brand/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { previewMail, previewNotifications, sendTestMail } from '#contract/staff/brand-texts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';
import { type OwnTexts, type TextGroup, saidIn, soundWords } from './texts-data.ts';

/** How long a form rests before it is shown. */
const REST_MS = 400;

interface ChannelPreviewProps {
  brand: string;
  channel: TextChannel;
  group: TextGroup;
  own: OwnTexts;
  language: Language;
}

/** How it will look, with what stands in the form. */
export function ChannelPreview(props: ChannelPreviewProps) {
  if (props.channel === 'mail') return <MailPreview {...props} />;
  if (props.channel === 'popup') return <PopupPreview {...props} />;
  return <NotificationsPreview {...props} />;
}

function MailPreview({ brand, group, own, language }: ChannelPreviewProps) {
  const { t, i18n } = useTranslation('texts');
  const toast = useToast();
  const tried = { brand, template: group.id, language, words: soundWords(group.texts, own, language) };
  const settled = useSettled(JSON.stringify(tried), REST_MS);
  const { data, error } = useQuery({
    queryKey: ['brands', brand, 'mail-preview', settled],
    queryFn: ({ signal }) => call(previewMail, JSON.parse(settled) as typeof tried, { signal }),
    placeholderData: keepPreviousData,
    enabled: group.id !== 'layout',
  });
  const test = useMutation({
    mutationFn: () => call(sendTestMail, tried),
    onSuccess: ({ to }) => toast({ kind: 'success', text: t('test.sent', { to }) }),
    onError: (failure) => toast({ kind: 'danger', text: explain(failure, i18n) }),
  });
  if (group.id === 'layout') return null;
  return (
    <Frame>
      {error && !data ? (
        <p className="text-sm text-danger-text">{explain(error, i18n)}</p>
      ) : data ? (
        <>
          <p className="text-sm font-semibold wrap-anywhere" lang={language}>
            {data.subject}
          </p>
          <div className="h-[36rem] overflow-hidden rounded-card border border-line">
            <MailDocument html={data.html} title={t('preview')} />
          </div>
        </>
      ) : (
        <Skeleton className="h-[36rem]" />
      )}
      <Button
        size="sm"
        variant="secondary"
        className="self-start"
        loading={test.isPending}
        icon={<Send aria-hidden className="size-4" />}
        onClick={() => test.mutate()}
      >
        {t('test.send')}
      </Button>
    </Frame>
  );
}

function NotificationsPreview({ brand, channel, group, own, language }: ChannelPreviewProps) {
  const { t } = useTranslation('texts');
  const words = soundWords(group.texts, own, language);
  const tried = {
    brand,
    language,
    push: channel === 'push' ? words : [],
    telegram: channel === 'telegram' ? words : [],
  };
  const settled = useSettled(JSON.stringify(tried), REST_MS);
  const { data } = useQuery({
    queryKey: ['brands', brand, 'notification-preview', settled],
    queryFn: ({ signal }) => call(previewNotifications, JSON.parse(settled) as typeof tried, { signal }),
    placeholderData: keepPreviousData,
  });
  const title = useBrandTitle()(brand);
  if (!data) return <Skeleton className="h-64" />;
  if (channel === 'push')
    return (
      <Frame>
        <ul className="flex flex-col gap-2" lang={language}>
          {data.push.map((each) => (
            <li
              key={`${each.title} ${each.body}`}
              className="rounded-card border border-line bg-surface p-3 shadow-raised"
            >
              <p className="text-xs text-muted">{title}</p>
              <p className="text-sm font-semibold wrap-anywhere">{each.title}</p>
              <p className="text-sm wrap-anywhere">{each.body}</p>
            </li>
          ))}
        </ul>
      </Frame>
    );
  const { news, button, answers } = data.telegram;
  return (
    <Frame>
      <ul className="flex flex-col gap-2" lang={language}>
        <Bubble>
          {news}
          <span className="mt-2 block rounded-field bg-soft px-3 py-2 text-center font-semibold">
            {button}
          </span>
        </Bubble>
        {answers.map((each) => (
          <Bubble key={each}>{each}</Bubble>
        ))}
      </ul>
      <p className="text-xs text-muted">{t('telegramNews')}</p>
    </Frame>
  );
}

function Bubble({ children }: { children: ReactNode }) {
  return (
    <li className="max-w-[22rem] rounded-card rounded-bl-none border border-line bg-surface p-3 text-sm whitespace-pre-line wrap-anywhere">
      {children}
    </li>
  );
}

/** A popup is drawn as members see it: its title, its text and whatever can be tapped. */
function PopupPreview({ group, own, language }: ChannelPreviewProps) {
  const said = (name: string) => {
    const text = group.texts.find(({ key }) => key === `${group.id}.${name}`);
    return text && saidIn(text, own, language);
  };
  const title = said('title');
  if (title === undefined) return null;
  const text = said('text') ?? said('text_other');
  const buttons = group.texts
    .filter(({ key }) => !/\.(?:title|text)(?:_\w+)?$/.test(key) && !key.includes('.plans.'))
    .map((each) => saidIn(each, own, language));
  return (
    <Frame>
      <div
        lang={language}
        className="mx-auto flex w-full max-w-[22rem] flex-col gap-3 rounded-card bg-surface p-6 text-center shadow-raised"
      >
        <p className="text-xl font-semibold wrap-anywhere">{title}</p>
        {text !== undefined && <p className="text-sm text-muted wrap-anywhere">{text}</p>}
        {buttons.slice(0, 4).map((each) => (
          <p key={each} className="rounded-field bg-soft px-3 py-2 text-sm font-semibold wrap-anywhere">
            {each}
          </p>
        ))}
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('texts');
  return (
    <Card as="section" className="flex flex-col gap-3 bg-soft/40 p-4!">
      <h2 className="text-base">{t('preview')}</h2>
      {children}
    </Card>
  );
}
