import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PanelProps } from '#client/overlays.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { language } from '#contract/kernel/fields.ts';
import { languages } from '#contract/kernel/languages.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { paths } from '#site/shell/paths.ts';
import { keepLanguage } from '#site/shell/storage.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { withoutAsking } from '#site/shell/under-way.ts';
import { Dialog } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useSaveSettings } from './settings-data.ts';

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
