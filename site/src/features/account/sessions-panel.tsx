import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/account/own-account.ts';
import type { OwnSession } from '#contract/account/own-account.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';

const methodWords = {
  password: 'sessions.methods.password',
  signup: 'sessions.methods.signup',
  google: 'sessions.methods.google',
  passkey: 'sessions.methods.passkey',
  link: 'sessions.methods.link',
} as const;

export function SessionsPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const sessions = useSessions();
  const end = useEndSessions();
  const others = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('sessions.title')}
      text={t('sessions.text')}
      actions={
        others
          ? [
              {
                label: t('sessions.endOthers'),
                kind: 'secondary',
                staysOpen: true,
                onClick: () => end.mutate(null),
              },
            ]
          : []
      }
    >
      {end.error && <FormErrors title={explain(end.error, i18n)} />}
      <Loaded query={sessions} skeleton={<RowSkeletons />}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation('profile');
  const dates = useDates();
  const { device, ip, current, method, lastSeenAt } = session;
  const name = device || t('sessions.unknown');
  return (
    <li className="flex items-center gap-3 py-3">
      <MonitorSmartphone aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {[t(methodWords[method]), ip].filter(Boolean).join(' · ')}
          <br />
          {t('sessions.seen', { date: dates.time(lastSeenAt) })}
        </p>
        {current && (
          <Tag tone="success" className="mt-1">
            {t('sessions.here')}
          </Tag>
        )}
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('sessions.endOne', { device: name })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

export const sessionsKey = (trackerId: string) => [trackerId, 'sessions'];

function useSessions() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: sessionsKey(trackerId),
    queryFn: async ({ signal }) => (await call(listOwnSessions, { trackerId }, { signal })).sessions,
    staleTime: 0,
  });
}

/** Ends one session, or all but this one where none is named. They leave the list at once. */
function useEndSessions() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = sessionsKey(trackerId);
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId ? call(endOwnSession, { trackerId, sessionId }) : call(endOtherSessions, { trackerId }),
    onMutate: async (sessionId) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<OwnSession[]>(queryKey);
      client.setQueryData<OwnSession[]>(queryKey, (known) =>
        known?.filter(({ id, current }) => (sessionId ? id !== sessionId : current)),
      );
      return { before };
    },
    onError: (_error, _sessionId, kept) => client.setQueryData(queryKey, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
