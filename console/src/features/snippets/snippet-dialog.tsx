import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { LANGUAGES, MESSAGE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { language } from '#contract/kernel/fields.ts';
import { languages } from '#contract/kernel/languages.ts';
import { writing } from '#contract/kernel/text.ts';
import { PLACEHOLDERS, singleBracesIn } from '#contract/staff/placeholders.ts';
import { type Snippet, saveSnippet, snippetName } from '#contract/staff/writing.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { snippetsKey } from './use-snippets.ts';

interface SnippetDialogProps {
  brand: string;
  /** Which to change, or a new one. */
  snippet: Snippet | 'new' | null;
  onClose: () => void;
}

export function SnippetDialog({ brand, snippet, onClose }: SnippetDialogProps) {
  const { t } = useTranslation(['snippets', 'shell']);
  return (
    <Dialog
      open={snippet !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t(snippet === 'new' ? 'new' : 'change')}
    >
      {snippet !== null && <SnippetForm brand={brand} snippet={snippet} onClose={onClose} />}
    </Dialog>
  );
}

const schema = z.object({ name: snippetName, language, text: writing(MESSAGE_MAX_LETTERS).min(1) });

function SnippetForm({ brand, snippet, onClose }: SnippetDialogProps & { snippet: Snippet | 'new' }) {
  const { t, i18n } = useTranslation(['snippets', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  // The same form sent again, because the answer got lost, is one snippet.
  const id = useRef(snippet === 'new' ? crypto.randomUUID() : snippet.id);
  const defaults: z.output<typeof schema> =
    snippet === 'new'
      ? { name: '', language: i18n.language as z.output<typeof language>, text: '' }
      : { name: snippet.name, language: snippet.language, text: snippet.text };
  const form = useSubmitForm({
    defaults,
    schema: async () => schema,
    words: { name: t('nameWrong'), text: t('bodyMissing') },
    async submit({ name, language: chosen, text }) {
      await call(saveSnippet, { brand, id: id.current, name, language: chosen, text });
      await client.invalidateQueries({ queryKey: snippetsKey(brand) });
      toast({ kind: 'success', text: t('saved', { name }) });
      onClose();
    },
  });
  const [single] = singleBracesIn(form.watch('text'));
  const list = PLACEHOLDERS.map((placeholder) => `{{${placeholder}}}`).join(' ');
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField
        {...form.field('name')}
        label={t('name')}
        hint={t('nameHint')}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        {...form.field('language')}
        label={t('language')}
        options={LANGUAGES.map((each) => ({ value: each, label: languages[each].name }))}
      />
      <TextArea
        {...form.field('text')}
        label={t('body')}
        hint={t('placeholders', { list, interpolation: { skipOnVariables: true } })}
        rows={5}
        maxLength={MESSAGE_MAX_LETTERS}
      />
      {single !== undefined && (
        <Notice tone="warning">
          {t('singleBraces', { found: single, list, interpolation: { skipOnVariables: true } })}
        </Notice>
      )}
      <Button type="submit" wide loading={form.busy}>
        {t('save')}
      </Button>
    </form>
  );
}
