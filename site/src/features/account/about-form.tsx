import { Pencil } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinkedOverlay } from '#client/overlays.ts';
import { searchCities } from '#contract/discovery/places.ts';
import { AGE_MAX, AGE_MIN, CITY_SEARCH_MIN_LETTERS } from '#contract/kernel/constants.ts';
import { answersOf, detailNames, isDelicate, isSeveral, readAnswer } from '#contract/profile/details.ts';
import type { DetailName, SeveralName } from '#contract/profile/details.ts';
import type { OwnProfile } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import {
  NAME_MAX_LETTERS,
  PHONE_MAX_LETTERS,
  type ProfileDraft,
  WORDS_MAX_LETTERS,
  changesWords,
  fieldId,
} from './profile-fields.ts';
import { useProfileForm } from './use-profile-form.ts';

const ages = Array.from({ length: AGE_MAX - AGE_MIN + 1 }, (_, index) => {
  const age = String(AGE_MIN + index);
  return { value: age, label: age };
});

type Form = ReturnType<typeof useProfileForm>;

export function AboutForm({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('profile');
  const { automatic } = useMember().review;
  const toast = useToast();
  const form = useProfileForm(profile, (changes: ProfileDraft) => {
    const text = changesWords(changes)
      ? t(automatic ? 'saved.checkedAuto' : 'saved.checked')
      : t('saved.text');
    toast({ kind: 'success', text: <SavedWords title={t('saved.title')} text={text} /> });
  });
  useSaveShortcut(() => {
    if (form.dirty) form.send();
  });
  return (
    <Card as="section" aria-labelledby="profile-about">
      <h2 id="profile-about" className="text-2xl">
        {t('about.title')}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        {t(automatic ? 'about.checkedAuto' : 'about.checked')}
      </p>
      <p role="status" className="sr-only">
        {form.dirty && t('about.unsaved')}
      </p>
      <form {...form.formProps} className="mt-6 space-y-5">
        <Person form={form} />
        <Details form={form} fields={profile.fields} />
        <Words form={form} name="description" />
        <Words form={form} name="lookingFor" />
        <SubmitError refusal={form.refusal} />
        {form.dirty && <SaveBar saving={form.busy} onDiscard={form.discard} />}
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

function Person({ form }: { form: Form }) {
  const { t } = useTranslation('profile');
  const genders = [
    { value: 'female', label: t('about.woman') },
    { value: 'male', label: t('about.man') },
  ] as const;
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <TextField
        id={fieldId('screenName')}
        {...form.field('screenName')}
        label={t('about.name')}
        hint={t('about.nameHint')}
        required
        maxLength={NAME_MAX_LETTERS}
        autoComplete="nickname"
      />
      <TextField
        id={fieldId('surname')}
        {...form.field('surname')}
        label={t('about.surname')}
        hint={t('about.onlyYou')}
        maxLength={NAME_MAX_LETTERS}
        autoComplete="family-name"
      />
      <SelectField
        id={fieldId('age')}
        name="age"
        error={form.errorOf('age')}
        label={t('about.age')}
        placeholder={t('about.choose')}
        options={ages}
        value={form.watch('age') ?? ''}
        onChange={({ target }) => form.change('age', Number(target.value))}
      />
      <Town form={form} />
      <RadioCards
        id={fieldId('gender')}
        {...form.control('gender')}
        label={t('about.gender')}
        options={genders}
      />
      <RadioCards
        id={fieldId('seeks')}
        {...form.control('seeks')}
        label={t('about.seeks')}
        options={genders}
      />
      <Address />
      <TextField
        id={fieldId('phone')}
        {...form.field('phone')}
        label={t('about.phone')}
        hint={t('about.onlyYou')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={PHONE_MAX_LETTERS}
      />
    </div>
  );
}

/** Those of the brand that need no screen of their own. */
const chosenHere = (fields: OwnProfile['fields']) =>
  detailNames.filter(
    (name): name is Exclude<DetailName, SeveralName> =>
      !isSeveral(name) && !isDelicate(name) && fields.some(({ field }) => field === name),
  );

function Details({ form, fields }: { form: Form; fields: OwnProfile['fields'] }) {
  const { t } = useTranslation('profile');
  const { nameOf, answerOf } = useDetailWords();
  return (
    <fieldset>
      <legend className="font-semibold">{t('about.details')}</legend>
      <p className="text-[0.9375rem] text-muted">{t('about.detailsHint')}</p>
      <div className="mt-4 grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        {chosenHere(fields).map((name) => (
          <SelectField
            key={name}
            id={fieldId(name)}
            name={name}
            error={form.errorOf(name)}
            label={nameOf(name)}
            options={[
              { value: '', label: t('about.unsaid') },
              ...answersOf(name).map((answer) => ({ value: String(answer), label: answerOf(name, answer) })),
            ]}
            value={form.watch(name) ?? ''}
            onChange={({ target }) => form.change(name, readAnswer(name, target.value))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Town({ form }: { form: Form }) {
  const { t } = useTranslation('profile');
  const { country } = useShell().brand;
  const place = form.watch('place');
  const load = useCallback(
    (text: string, signal: AbortSignal) => call(searchCities, { country, text }, { signal }),
    [country],
  );
  return (
    <Combobox
      id={fieldId('place')}
      name="place"
      error={form.errorOf('place')}
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
  const { length } = form.watch(name);
  return (
    <TextArea
      id={fieldId(name)}
      {...form.field(name)}
      label={t(wordsOf[name].label)}
      hint={t(wordsOf[name].hint)}
      rows={4}
      maxLength={WORDS_MAX_LETTERS}
      counter={`${number.format(length)} / ${number.format(WORDS_MAX_LETTERS)}`}
    />
  );
}

type SaveBarProps = { saving: boolean; onDiscard: () => void };

/** Stays in sight while the form has something to save. */
function SaveBar({ saving, onDiscard }: SaveBarProps) {
  const { t } = useTranslation('profile');
  return (
    <div className="sticky bottom-[calc(var(--bottom-menu)+var(--notice)+env(safe-area-inset-bottom)+0.5rem)] z-20 sm:bottom-[calc(var(--notice)+1rem)]">
      <div className="-mx-2 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-card edge bg-raised p-3 shadow-raised sm:-mx-3 sm:pl-5">
        <p aria-hidden="true" className="mr-auto text-sm text-muted max-sm:hidden">
          {t('about.unsaved')}
        </p>
        <Button variant="ghost" disabled={saving} onClick={onDiscard}>
          {t('about.discard')}
        </Button>
        <Button type="submit" loading={saving} className="max-sm:flex-1">
          {t('about.save')}
        </Button>
      </div>
    </div>
  );
}

/** Ctrl+S, or Cmd+S, saves instead of offering to store the page. */
function useSaveShortcut(save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      saveNow();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
