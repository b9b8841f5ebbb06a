import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, KeyRound, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import { useOnline } from '#client/use-online.ts';
import { listIdentities, removeIdentity } from '#contract/account/identities.ts';
import { disconnectMessenger, readMessenger } from '#contract/notification/messenger.ts';
import { listPushDevices, removePushDevice } from '#contract/notification/push.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';

/** All that opens the account from elsewhere or receives news of it, in one list: it is read when a member worries. */
export function ConnectionsPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const { list, remove } = useConnections();
  const online = useOnline();
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('connections.title')}
      text={t('connections.text')}
    >
      {remove.error && <FormErrors title={explain(remove.error, i18n)} />}
      {!online && <Notice tone="warning">{t('connections.offline')}</Notice>}
      <Loaded query={list} skeleton={<RowSkeletons />}>
        {(connections) =>
          connections.length === 0 ? (
            <p className="rounded-field bg-soft p-4 text-muted">{t('connections.none')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {connections.map((connection) => (
                <ConnectionRow
                  key={connection.key}
                  connection={connection}
                  busy={remove.isPending && remove.variables.key === connection.key}
                  disabled={!online}
                  onRemove={() => remove.mutate(connection)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {list.data?.some(({ kind }) => kind === 'google') && (
        <p className="mt-4 text-sm text-muted">{t('connections.googleText')}</p>
      )}
    </Dialog>
  );
}

interface Connection {
  key: string;
  kind: 'google' | 'telegram' | 'push';
  /** The address at the provider, or the device. */
  detail: string | null;
  current: boolean;
  since: number;
  lastUsedAt: number | null;
  remove: () => Promise<unknown>;
}

export const connectionsKey = (trackerId: string) => [trackerId, 'connections'];

function useConnections() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = connectionsKey(trackerId);
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => readConnections(trackerId, signal),
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (connection: Connection) => connection.remove(),
    onSuccess: () => {
      toast({ kind: 'success', text: t('connections.removed') });
      void client.invalidateQueries({ queryKey: [trackerId, 'messenger'] });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return { list, remove };
}

async function readConnections(trackerId: string, signal: AbortSignal): Promise<Connection[]> {
  const [{ identities }, { connectedAt }, { devices }] = await Promise.all([
    call(listIdentities, { trackerId }, { signal }),
    call(readMessenger, { trackerId }, { signal }),
    call(listPushDevices, { trackerId }, { signal }),
  ]);
  const connections = identities.map(({ provider, email, createdAt, lastUsedAt }): Connection => ({
    key: provider,
    kind: provider,
    detail: email,
    current: false,
    since: createdAt,
    lastUsedAt,
    remove: () => call(removeIdentity, { trackerId, provider }),
  }));
  if (connectedAt !== null) {
    connections.push({
      key: 'telegram',
      kind: 'telegram',
      detail: null,
      current: false,
      since: connectedAt,
      lastUsedAt: null,
      remove: () => call(disconnectMessenger, { trackerId }),
    });
  }
  for (const { id, device, current, createdAt } of devices) {
    connections.push({
      key: id,
      kind: 'push',
      detail: device,
      current,
      since: createdAt,
      lastUsedAt: null,
      remove: () => call(removePushDevice, { trackerId, deviceId: id }),
    });
  }
  return connections;
}

const icons: Record<Connection['kind'], ReactNode> = {
  google: <KeyRound aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />,
  telegram: <Send aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />,
  push: <Bell aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />,
};

type ConnectionRowProps = {
  connection: Connection;
  busy: boolean;
  disabled: boolean;
  onRemove: () => void;
};

function ConnectionRow({ connection, busy, disabled, onRemove }: ConnectionRowProps) {
  const { t } = useTranslation('profile');
  const dates = useDates();
  const [sure, setSure] = useState(false);
  const { kind, detail, current, since, lastUsedAt } = connection;
  const name = t(`connections.${kind}`);
  const about = kind === 'telegram' ? t('connections.telegramText') : detail || t('connections.unknown');
  return (
    <li className="flex items-center gap-3 py-3">
      {icons[kind]}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {about}
          <br />
          {t('connections.since', { date: dates.day(since) })}
          {lastUsedAt !== null && (
            <>
              <br />
              {t('connections.used', { date: dates.time(lastUsedAt) })}
            </>
          )}
        </p>
        {current && (
          <Tag tone="success" className="mt-1">
            {t('connections.here')}
          </Tag>
        )}
      </div>
      <Button
        variant={sure ? 'danger' : 'secondary'}
        size="sm"
        loading={busy}
        disabled={disabled}
        aria-label={sure ? undefined : t('connections.removeOne', { name: `${name}, ${about}` })}
        onBlur={() => setSure(false)}
        onClick={sure ? onRemove : () => setSure(true)}
      >
        {sure ? t('connections.sure') : t('connections.remove')}
      </Button>
    </li>
  );
}
