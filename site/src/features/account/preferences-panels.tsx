import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PanelProps } from '#client/overlays.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { language } from '#contract/kernel/fields.ts';
import { languages } from '#contract/kernel/languages.ts';
import { readOwnSettings, saveOwnSettings } from '#contract/profile/own-profile.ts';
import type { OwnSettings } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { withUser } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember, updateMember } from '#site/shell/session.ts';
import { keepLanguage } from '#site/shell/storage.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { withoutAsking } from '#site/shell/under-way.ts';
import { Dialog } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';

const languageSchema = z.object({ language });

export function LanguagePanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell']);
  const formId = useId();
  const save = useSaveSettings();
  const form = useSubmitForm({
    defaults: { language: LANGUAGES.find((one) => one === i18n.language) ?? null },
    schema: async () => languageSchema,
    async submit({ language: chosen }) {
      await save.mutateAsync({ language: chosen });
      keepLanguage(chosen);
      // The server writes the brand's and the flow's words too, so the page is loaded again.
      withoutAsking(() => location.replace(paths.profile()));
    },
  });
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('language.title')}
      text={t('language.text')}
      actions={[{ label: t('language.save'), form: formId, loading: form.busy }]}
    >
      <form id={formId} {...form.formProps} className="space-y-4">
        <RadioCards
          {...form.control('language')}
          label={t('language.title')}
          hideLabel
          options={LANGUAGES.map((value) => ({
            value,
            label: <span lang={value}>{languages[value].name}</span>,
          }))}
        />
        <SubmitError refusal={form.refusal} />
      </form>
    </Dialog>
  );
}

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
