import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, CheckCircle2, Share, WifiOff } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/use-online.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { NoPushService, readPushState, turnPushOff, turnPushOn } from './push-device.ts';
import type { PushState } from './push-device.ts';

const queryKey = ['push'];

/** Notifications on this device: how things stand, and the one thing that can be done about it. */
export function PushSection() {
  const { t } = useTranslation('activeNotifications');
  const heading = useId();
  const state = usePushState();
  return (
    <Card as="section" aria-labelledby={heading}>
      <h2 id={heading} className="text-2xl">
        {t('push.title')}
      </h2>
      <div className="mt-3" aria-live="polite">
        <Loaded query={state} skeleton={<Skeleton className="h-24 w-full" />}>
          {(known) => <PushStanding state={known} />}
        </Loaded>
      </div>
    </Card>
  );
}

/** Read from the browser, and again when the member comes back from its settings. */
function usePushState() {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => void client.invalidateQueries({ queryKey });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [client]);
  return useQuery({ queryKey, queryFn: readPushState, networkMode: 'always', staleTime: 0 });
}

function PushStanding({ state }: { state: PushState }) {
  const { t } = useTranslation('activeNotifications');
  switch (state) {
    case 'unsupported':
      return (
        <Notice icon={<BellOff aria-hidden="true" />} title={t('push.unsupported.title')}>
          {t('push.unsupported.text')}
        </Notice>
      );
    case 'install':
      return <InstallSteps />;
    case 'denied':
      return (
        <Notice tone="warning" icon={<BellOff aria-hidden="true" />} title={t('push.denied.title')}>
          {t('push.denied.text')}
        </Notice>
      );
    case 'off':
    case 'on':
      return <PushSwitch isOn={state === 'on'} />;
  }
}

function InstallSteps() {
  const { t } = useTranslation('activeNotifications');
  return (
    <Notice icon={<Share aria-hidden="true" />} title={t('push.install.title')}>
      <ol className="mt-1 list-decimal space-y-1 pl-[1.25rem]">
        <li>{t('push.install.share')}</li>
        <li>{t('push.install.add')}</li>
        <li>{t('push.install.open')}</li>
      </ol>
    </Notice>
  );
}

function PushSwitch({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('activeNotifications');
  const { trackerId } = useMember();
  const client = useQueryClient();
  const online = useOnline();
  const { busy, refusal, attempt } = useAttempt();
  const [noService, setNoService] = useState(false);
  const turn = (change: typeof turnPushOn) =>
    attempt(async () => {
      setNoService(false);
      try {
        client.setQueryData(queryKey, await change(trackerId));
      } catch (error) {
        if (!(error instanceof NoPushService)) throw error;
        setNoService(true);
      }
    });
  return (
    <div className="space-y-4">
      {isOn ? (
        <Notice tone="success" icon={<CheckCircle2 aria-hidden="true" />} title={t('push.on.title')}>
          {t('push.on.text')}
        </Notice>
      ) : (
        <p className="text-muted">{t('push.off.text')}</p>
      )}
      {noService && (
        <Notice tone="danger" icon={<BellOff aria-hidden="true" />} title={t('push.noService.title')}>
          {t('push.noService.text')}
        </Notice>
      )}
      <SubmitError refusal={refusal} />
      {!online && (
        <Notice tone="warning" icon={<WifiOff aria-hidden="true" />}>
          {t('push.offline')}
        </Notice>
      )}
      {isOn ? (
        <Button
          variant="secondary"
          wide
          loading={busy}
          disabled={!online}
          onClick={() => void turn(turnPushOff)}
        >
          {t('push.on.turnOff')}
        </Button>
      ) : (
        <Button
          size="lg"
          wide
          loading={busy}
          disabled={!online}
          icon={<BellRing aria-hidden="true" className="size-5" />}
          onClick={() => void turn(turnPushOn)}
        >
          {t('push.off.turnOn')}
        </Button>
      )}
    </div>
  );
}
