import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call, useMyBrands } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { language, typedEmail } from '#contract/kernel/fields.ts';
import { languages } from '#contract/kernel/languages.ts';
import { brandRoles, mayGive, staffRoles } from '#contract/kernel/staff-rights.ts';
import type { BrandRole, StaffRole } from '#contract/kernel/staff-rights.ts';
import { line } from '#contract/kernel/text.ts';
import { type StaffPerson, changePerson, invitePerson } from '#contract/staff/people.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { SelectField, type SelectOption } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';

export const peopleKey = ['people'];

interface PersonDialogProps {
  me: StaffMember;
  /** Whom to change, or a new person. */
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

const brandRole = z.enum(brandRoles);
const schema = z.object({
  name: line(100).min(1),
  email: typedEmail,
  /** At all the chosen brands, but for those that have one of their own. */
  role: z.enum(staffRoles),
  brands: z.array(z.string()),
  isPerBrand: z.boolean(),
  roleAt: z.record(z.string(), brandRole),
  language,
});
type Values = z.output<typeof schema>;

function defaultsOf(person: StaffPerson | 'new', mine: StaffMember['brands'], inLanguage: string): Values {
  const [only] = mine.length === 1 ? mine : [];
  const none = { isPerBrand: false, roleAt: {}, language: inLanguage as Values['language'] };
  if (person === 'new') return { ...none, name: '', email: '', role: 'host', brands: only ? [only.key] : [] };
  const { name, email, isOwner, roles } = person;
  const isPerBrand = new Set(roles.map(({ role }) => role)).size > 1;
  return {
    ...none,
    name,
    email,
    role: isOwner ? 'owner' : (roles[0]?.role ?? 'host'),
    brands: roles.map(({ brand }) => brand),
    isPerBrand,
    roleAt: isPerBrand ? Object.fromEntries(roles.map(({ brand, role }) => [brand, role])) : {},
  };
}

/** What the form says: an owner, or something at each of the chosen brands. */
function rolesGiven({ role, brands, isPerBrand, roleAt }: Values) {
  if (role === 'owner') return { isOwner: true, roles: [] };
  return {
    isOwner: false,
    roles: brands.map((brand) => ({ brand, role: (isPerBrand ? roleAt[brand] : undefined) ?? role })),
  };
}

function PersonForm({ me, person, onClose }: PersonDialogProps & { person: StaffPerson | 'new' }) {
  const { t, i18n } = useTranslation(['people', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const isNew = person === 'new';
  const mine = useMyBrands('staff.manage');
  const form = useSubmitForm({
    defaults: defaultsOf(person, mine, i18n.language),
    schema: async () => schema,
    words: { name: t('nameMissing') },
    fieldOf: { 'staff.email_taken': 'email' },
    async submit(values) {
      const { name, email, language: chosen } = values;
      const roles = rolesGiven(values);
      if (isNew) {
        await call(invitePerson, { name, email, ...roles, language: chosen });
        toast({ kind: 'success', text: t('sent', { email }) });
      } else {
        await call(changePerson, { staffId: person.id, name, ...roles });
        toast({ kind: 'success', text: t('changed', { name }) });
      }
      await client.invalidateQueries({ queryKey: peopleKey });
      onClose();
    },
  });
  const role = form.watch('role');
  const known = new Set(isNew ? [] : person.roles.map((each) => each.role));
  const roles = staffRoles.filter(
    (each) => me.isOwner || known.has(each as BrandRole) || mine.some((own) => mayGive(own.role, each)),
  );
  const optionsOf = (given: readonly StaffRole[]) =>
    given.map((each) => ({ value: each, label: t(`shell:role.${each}`) }));
  const isWhole = isNew || person.isWholly;
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField
        {...form.field('name')}
        label={t('name')}
        maxLength={100}
        autoComplete="off"
        readOnly={!isWhole}
        hint={isWhole ? undefined : t('worksElsewhere')}
      />
      {isNew && <EmailField {...form.field('email')} label={t('email')} autoComplete="off" />}
      <SelectField
        {...form.field('role')}
        label={t('role')}
        hint={t(`roleText.${role}`)}
        options={optionsOf(roles)}
      />
      {role !== 'owner' && (
        <BrandChoice
          brands={mine}
          options={optionsOf(roles.filter((each) => each !== 'owner'))}
          values={{
            role,
            chosen: form.watch('brands'),
            isPerBrand: form.watch('isPerBrand'),
            roleAt: form.watch('roleAt'),
          }}
          onChange={form.change}
        />
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

interface BrandChoiceProps {
  brands: StaffMember['brands'];
  options: readonly SelectOption[];
  values: Pick<Values, 'isPerBrand' | 'roleAt'> & { role: BrandRole; chosen: readonly string[] };
  onChange: <Name extends 'brands' | 'isPerBrand' | 'roleAt'>(name: Name, value: Values[Name]) => void;
}

/** The brands that a person works for. Most have the same role at all of them; where not, each has a role of its own. */
function BrandChoice({ brands, options, values, onChange }: BrandChoiceProps) {
  const { t } = useTranslation('people');
  const groupId = useId();
  const { role, chosen, isPerBrand, roleAt } = values;
  return (
    <div role="group" aria-labelledby={groupId} className="flex flex-col gap-1">
      <p id={groupId} className="text-[0.9375rem] font-medium">
        {t('brands')}
      </p>
      {brands.map(({ key, title }) => (
        <div key={key}>
          <Checkbox
            label={title}
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChange('brands', target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
            }
          />
          {isPerBrand && chosen.includes(key) && (
            <SelectField
              dense
              label={t('roleAt', { brand: title })}
              value={roleAt[key] ?? role}
              options={options}
              onChange={({ target }) =>
                onChange('roleAt', { ...roleAt, [key]: brandRole.parse(target.value) })
              }
            />
          )}
        </div>
      ))}
      {brands.length > 1 && (
        <Checkbox
          label={t('perBrand')}
          checked={isPerBrand}
          onChange={({ target }) => onChange('isPerBrand', target.checked)}
        />
      )}
    </div>
  );
}
