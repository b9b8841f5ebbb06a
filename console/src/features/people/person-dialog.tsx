import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { LANGUAGES } from '../../../../contract/kernel/constants.ts';
import { language, typedEmail } from '../../../../contract/kernel/fields.ts';
import { languages } from '../../../../contract/kernel/languages.ts';
import { mayGive, staffRoles } from '../../../../contract/kernel/staff-rights.ts';
import { line } from '../../../../contract/kernel/text.ts';
import { type StaffPerson, changePerson, invitePerson } from '../../../../contract/staff/people.ts';
import type { StaffMember } from '../../../../contract/staff/sign-in.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { Checkbox } from '../../../../packages/ui/checkbox.tsx';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { EmailField } from '../../../../packages/ui/email-field.tsx';
import { SelectField } from '../../../../packages/ui/select-field.tsx';
import { TextField } from '../../../../packages/ui/text-field.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call } from '../../shell/api.ts';
import { SubmitError, useSubmitForm } from '../../shell/forms.tsx';

export const peopleKey = ['people'];

interface PersonDialogProps {
  me: StaffMember;
  /** Whom to change, or somebody new. */
  person: StaffPerson | 'new' | null;
  onClose: () => void;
}

export function PersonDialog({ me, person, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['people', 'shell']);
  return (
    <Dialog
      open={person !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={person === 'new' ? t('invite') : (person?.name ?? '')}
    >
      {person !== null && <PersonForm me={me} person={person} onClose={onClose} />}
    </Dialog>
  );
}

const schema = z.object({
  name: line(100).min(1),
  email: typedEmail,
  role: z.enum(staffRoles),
  brands: z.array(z.string()),
  language,
});

function PersonForm({ me, person, onClose }: PersonDialogProps & { person: StaffPerson | 'new' }) {
  const { t, i18n } = useTranslation(['people', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const groupId = useId();
  const isNew = person === 'new';
  const defaults: z.output<typeof schema> = isNew
    ? {
        name: '',
        email: '',
        role: 'host',
        brands: me.brands.length === 1 ? me.brands.map(({ key }) => key) : [],
        language: i18n.language as z.output<typeof language>,
      }
    : { name: person.name, email: person.email, role: person.role, brands: person.brands, language: 'en' };
  const form = useSubmitForm({
    defaults,
    schema: async () => schema,
    words: { name: t('nameMissing') },
    fieldOf: { 'staff.email_taken': 'email' },
    async submit({ name, email, role, brands, language: chosen }) {
      if (isNew) {
        await call(invitePerson, { name, email, role, brands, language: chosen });
        toast({ kind: 'success', text: t('sent', { email }) });
      } else {
        await call(changePerson, { staffId: person.id, name, role, brands });
        toast({ kind: 'success', text: t('changed', { name }) });
      }
      await client.invalidateQueries({ queryKey: peopleKey });
      onClose();
    },
  });
  const role = form.watch('role');
  const chosen = form.watch('brands');
  const roles = staffRoles.filter((each) => mayGive(me.role, each));
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField {...form.field('name')} label={t('name')} maxLength={100} autoComplete="off" />
      {isNew && <EmailField {...form.field('email')} label={t('email')} autoComplete="off" />}
      <SelectField
        {...form.field('role')}
        label={t('role')}
        hint={t(`roleText.${role}`)}
        options={roles.map((each) => ({ value: each, label: t(`shell:role.${each}`) }))}
      />
      {role !== 'owner' && (
        <div role="group" aria-labelledby={groupId}>
          <p id={groupId} className="text-[0.9375rem] font-medium">
            {t('brands')}
          </p>
          {me.brands.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={chosen.includes(key)}
              onChange={({ target }) =>
                form.change(
                  'brands',
                  target.checked ? [...chosen, key] : chosen.filter((other) => other !== key),
                )
              }
            />
          ))}
        </div>
      )}
      {isNew && (
        <SelectField
          {...form.field('language')}
          label={t('language')}
          options={LANGUAGES.map((each) => ({ value: each, label: languages[each].name }))}
        />
      )}
      <Button type="submit" wide loading={form.busy}>
        {t(isNew ? 'send' : 'save')}
      </Button>
    </form>
  );
}
