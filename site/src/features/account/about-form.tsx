import { Pencil } from 'lucide-react';
import { type FormEvent, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { searchCities } from '../../../../contract/discovery/places.ts';
import { AGE_MAX, AGE_MIN, CITY_SEARCH_MIN_LETTERS } from '../../../../contract/kernel/constants.ts';
import type { OwnProfile } from '../../../../contract/profile/own-profile.ts';
import { useLinkedOverlay } from '../../../../packages/client/overlays.ts';
import { Card } from '../../../../packages/ui/card.tsx';
import { Combobox } from '../../../../packages/ui/combobox.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { IconButton } from '../../../../packages/ui/icon-button.tsx';
import { RadioCards } from '../../../../packages/ui/radio-cards.tsx';
import { SelectField } from '../../../../packages/ui/select-field.tsx';
import { TextArea } from '../../../../packages/ui/text-area.tsx';
import { TextField } from '../../../../packages/ui/text-field.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call } from '../../shell/api.ts';
import { useShell } from '../../shell/boot.ts';
import { explain } from '../../shell/explain.ts';
import { useMember } from '../../shell/session.ts';
import {
  type FieldName,
  NAME_MAX_LETTERS,
  PHONE_MAX_LETTERS,
  type ProfileDraft,
  WORDS_MAX_LETTERS,
  changesWords,
  fieldId,
} from './profile-fields.ts';
import { SaveBar } from './save-bar.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';

const ages = Array.from({ length: AGE_MAX - AGE_MIN + 1 }, (_, index) => {
  const age = String(AGE_MIN + index);
  return { value: age, label: age };
});

type Form = ReturnType<typeof useProfileForm>;

export function AboutForm({ profile }: { profile: OwnProfile }) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const toast = useToast();
  const form = useProfileForm(profile, (changes: ProfileDraft) => {
    const text = changesWords(changes) ? t('saved.checked') : t('saved.text');
    toast({ kind: 'success', text: <SavedWords title={t('saved.title')} text={text} /> });
  });
  useSaveShortcut(() => void form.save());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <Card as="section" aria-labelledby="profile-about">
      <h2 id="profile-about" className="text-2xl">
        {t('about.title')}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">{t('about.checked')}</p>
      <p role="status" className="sr-only">
        {form.dirty && t('about.unsaved')}
      </p>
      <form noValidate onSubmit={submit} className="mt-6 space-y-5">
        <Person form={form} />
        <Words form={form} name="description" />
        <Words form={form} name="lookingFor" />
        {form.problem !== null && <FormErrors title={explain(form.problem, i18n)} />}
        {form.dirty && <SaveBar saving={form.saving} onDiscard={form.discard} />}
      </form>
    </Card>
  );
}

function SavedWords({ title, text }: { title: string; text: string }) {
  return (
    <>
      <strong className="block">{title}</strong>
      {text}
    </>
  );
}

/** What a field needs besides its value. */
function useField({ faults }: Form) {
  const { i18n } = useTranslation(['profile', 'errors']);
  return (name: FieldName) => {
    const code = faults[name];
    return { id: fieldId(name), error: code && i18n.t(code, { ns: 'errors' }) };
  };
}

function Person({ form }: { form: Form }) {
  const { t } = useTranslation('profile');
  const { fields, change } = form;
  const field = useField(form);
  const genders = [
    { value: 'female', label: t('about.woman') },
    { value: 'male', label: t('about.man') },
  ] as const;
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <TextField
        {...field('screenName')}
        label={t('about.name')}
        hint={t('about.nameHint')}
        required
        maxLength={NAME_MAX_LETTERS}
        autoComplete="nickname"
        value={fields.screenName}
        onChange={({ target }) => change('screenName', target.value)}
      />
      <TextField
        {...field('surname')}
        label={t('about.surname')}
        hint={t('about.onlyYou')}
        maxLength={NAME_MAX_LETTERS}
        autoComplete="family-name"
        value={fields.surname}
        onChange={({ target }) => change('surname', target.value)}
      />
      <SelectField
        {...field('age')}
        label={t('about.age')}
        placeholder={t('about.choose')}
        options={ages}
        value={fields.age === null ? '' : String(fields.age)}
        onChange={({ target }) => change('age', Number(target.value))}
      />
      <Town form={form} />
      <RadioCards
        {...field('gender')}
        label={t('about.gender')}
        name="gender"
        options={genders}
        value={fields.gender}
        onChange={(value) => change('gender', value)}
      />
      <RadioCards
        {...field('seeks')}
        label={t('about.seeks')}
        name="seeks"
        options={genders}
        value={fields.seeks}
        onChange={(value) => change('seeks', value)}
      />
      <Address />
      <TextField
        {...field('phone')}
        label={t('about.phone')}
        hint={t('about.onlyYou')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={PHONE_MAX_LETTERS}
        value={fields.phone}
        onChange={({ target }) => change('phone', target.value)}
      />
    </div>
  );
}

function Town({ form }: { form: Form }) {
  const { t } = useTranslation('profile');
  const { country } = useShell().brand;
  const { place } = form.fields;
  const load = useCallback(
    (text: string, signal: AbortSignal) => call(searchCities, { country, text }, { signal }),
    [country],
  );
  return (
    <Combobox
      {...useField(form)('place')}
      label={t('about.place')}
      hint={place?.region ? t('about.region', { region: place.region }) : undefined}
      placeholder={t('about.placeHint')}
      minLetters={CITY_SEARCH_MIN_LETTERS}
      value={place?.city ? { city: place.city, region: place.region ?? '' } : null}
      onChange={(town) => form.change('place', town)}
      load={load}
      textOf={({ city }) => city}
      detailOf={({ region }) => region}
      texts={{
        short: t('town.short'),
        loading: t('town.loading'),
        none: t('town.none'),
        failed: t('town.failed'),
        clear: t('town.clear'),
        found: (count) => t('town.found', { count }),
      }}
    />
  );
}

function Address() {
  const { t } = useTranslation('profile');
  const { email, emailConfirmed, pendingEmail } = useMember();
  const { open } = useLinkedOverlay();
  const waiting = pendingEmail ? t('about.emailPending', { email: pendingEmail }) : undefined;
  return (
    <TextField
      label={t('about.email')}
      hint={waiting ?? (emailConfirmed ? t('about.onlyYou') : t('about.emailUnconfirmed'))}
      value={email}
      readOnly
      autoComplete="off"
      end={
        <IconButton
          label={t('about.emailChange')}
          icon={<Pencil className="size-5" />}
          onClick={() => open('email')}
        />
      }
    />
  );
}

const wordsOf = {
  description: { label: 'about.description', hint: 'about.descriptionHint' },
  lookingFor: { label: 'about.lookingFor', hint: 'about.lookingForHint' },
} as const;

function Words({ form, name }: { form: Form; name: keyof typeof wordsOf }) {
  const { t, i18n } = useTranslation('profile');
  const number = new Intl.NumberFormat(i18n.language);
  const text = form.fields[name];
  return (
    <TextArea
      {...useField(form)(name)}
      label={t(wordsOf[name].label)}
      hint={t(wordsOf[name].hint)}
      rows={4}
      maxLength={WORDS_MAX_LETTERS}
      value={text}
      onChange={({ target }) => form.change(name, target.value)}
      counter={`${number.format(text.length)} / ${number.format(WORDS_MAX_LETTERS)}`}
    />
  );
}
