import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCircle2, Send, WifiOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/use-online.ts';
import { connectMessenger, disconnectMessenger, readMessenger } from '#contract/notification/messenger.ts';
import type { MessengerState } from '#contract/notification/messenger.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';

/** So often it is asked whether the chat is connected, while the link to it is shown. */
const LOOK_EVERY_MS = 3_000;

/** Notifications by Telegram, where the brand has a bot. Elsewhere there is nothing to see. */
export function MessengerSection() {
  const { t } = useTranslation('activeNotifications');
  const heading = useId();
  const { trackerId } = useMember();
  const [link, setLink] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: messengerKey(trackerId),
    queryFn: ({ signal }) => call(readMessenger, { trackerId }, { signal }),
    refetchInterval: ({ state }) => (link && !state.data?.connectedAt ? LOOK_EVERY_MS : false),
  });
  if (!data?.available) return null;
  return (
    <Card as="section" aria-labelledby={heading}>
      <h2 id={heading} className="text-2xl">
        {t('messenger.title')}
      </h2>
      <div className="mt-3 space-y-4" aria-live="polite">
        {data.connectedAt === null ? (
          <Connect link={link} onLink={setLink} />
        ) : (
          <Connected onDisconnected={() => setLink(null)} />
        )}
      </div>
    </Card>
  );
}

const messengerKey = (trackerId: string) => [trackerId, 'messenger'];

function Connect({ link, onLink }: { link: string | null; onLink: (link: string) => void }) {
  const { t } = useTranslation('activeNotifications');
  const { trackerId } = useMember();
  const { busy, refusal, attempt } = useAttempt();
  const online = useOnline();
  const ask = () => attempt(async () => onLink((await call(connectMessenger, { trackerId })).link));
  return (
    <>
      <p className="text-muted">{t('messenger.text')}</p>
      <SubmitError refusal={refusal} />
      {!online && <Offline />}
      {link ? (
        <>
          <ButtonLink size="lg" wide to={link} target="_blank" rel="noreferrer">
            {t('messenger.open')}
          </ButtonLink>
          <p className="text-sm text-muted">{t('messenger.once')}</p>
        </>
      ) : (
        <Button
          wide
          variant="secondary"
          loading={busy}
          disabled={!online}
          icon={<Send aria-hidden="true" className="size-5" />}
          onClick={() => void ask()}
        >
          {t('messenger.connect')}
        </Button>
      )}
    </>
  );
}

function Connected({ onDisconnected }: { onDisconnected: () => void }) {
  const { t } = useTranslation('activeNotifications');
  const { trackerId } = useMember();
  const client = useQueryClient();
  const { busy, refusal, attempt } = useAttempt();
  const online = useOnline();
  const leave = () =>
    attempt(async () => {
      await call(disconnectMessenger, { trackerId });
      onDisconnected();
      client.setQueryData<MessengerState>(
        messengerKey(trackerId),
        (known) => known && { ...known, connectedAt: null },
      );
    });
  return (
    <>
      <Notice tone="success" icon={<CheckCircle2 aria-hidden="true" />} title={t('messenger.on.title')}>
        {t('messenger.on.text')}
      </Notice>
      <SubmitError refusal={refusal} />
      {!online && <Offline />}
      <Button variant="secondary" wide loading={busy} disabled={!online} onClick={() => void leave()}>
        {t('messenger.on.turnOff')}
      </Button>
    </>
  );
}

function Offline() {
  const { t } = useTranslation('activeNotifications');
  return (
    <Notice tone="warning" icon={<WifiOff aria-hidden="true" />}>
      {t('push.offline')}
    </Notice>
  );
}
