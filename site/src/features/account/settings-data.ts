import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { readOwnSettings, saveOwnSettings } from '#contract/profile/own-profile.ts';
import type { OwnSettings } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { withUser } from '#site/shell/me.ts';
import { useMember, updateMember } from '#site/shell/session.ts';

type SettingsChange = Omit<InputOf<typeof saveOwnSettings>, 'trackerId'>;

const keyOf = (trackerId: string) => [trackerId, 'settings'];

export function useSettings() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: keyOf(trackerId),
    queryFn: ({ signal }) => call(readOwnSettings, { trackerId }, { signal }),
  });
}

/** A switch moves at once and goes back where the server does not agree. */
export function useSaveSettings() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = keyOf(trackerId);
  return useMutation({
    // One after another: two quick taps must end as the second one says.
    scope: { id: queryKey.join() },
    mutationFn: (change: SettingsChange) => call(saveOwnSettings, { trackerId, ...change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<OwnSettings>(queryKey);
      client.setQueryData<OwnSettings>(queryKey, (known) => known && withChange(known, change));
      return { before };
    },
    // Cards of news read from the member whether they are wanted.
    onSuccess: ({ settings: { notify } }) =>
      updateMember(withUser, {
        messageNews: notify.messages,
        likeNews: notify.likes,
        visitNews: notify.visits,
      }),
    onError: (_error, _change, kept) => client.setQueryData(queryKey, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

function withChange(settings: OwnSettings, { notify, ...change }: SettingsChange): OwnSettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...settings, ...given, notify: { ...settings.notify, ...notify } } as OwnSettings;
}
