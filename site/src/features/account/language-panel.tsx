import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../../contract/kernel/constants.ts';
import { languages } from '../../../../contract/kernel/languages.ts';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { RadioCards } from '../../../../packages/ui/radio-cards.tsx';
import { explain } from '../../shell/explain.ts';
import { keepLanguage } from '../../shell/language.ts';
import type { PanelProps } from '../../shell/overlays.ts';
import { paths } from '../../shell/paths.ts';
import { withoutAsking } from '../../shell/under-way.ts';
import { useSaveSettings } from './use-settings.ts';

export function LanguagePanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const current = LANGUAGES.find((language) => language === i18n.language) ?? null;
  const [chosen, setChosen] = useState<Language | null>(current);
  const formId = useId();
  const save = useSaveSettings();

  async function choose(): Promise<void> {
    if (!chosen || save.isPending) return;
    try {
      await save.mutateAsync({ language: chosen });
    } catch {
      // The mutation holds why.
      return;
    }
    keepLanguage(chosen);
    // The server writes the brand's and the flow's words too, so the page comes anew.
    withoutAsking(() => location.replace(paths.profile()));
  }

  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('language.title')}
      text={t('language.text')}
      actions={[{ label: t('language.save'), form: formId, loading: save.isPending }]}
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void choose();
        }}
        className="space-y-4"
      >
        <RadioCards
          label={t('language.title')}
          hideLabel
          name="language"
          value={chosen}
          onChange={setChosen}
          options={LANGUAGES.map((value) => ({
            value,
            label: <span lang={value}>{languages[value].name}</span>,
          }))}
        />
        {save.error && <FormErrors title={explain(save.error, i18n)} />}
      </form>
    </Dialog>
  );
}
