import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signUpForm } from '#contract/account/sign-up.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import { SCREEN_NAME_MAX_LETTERS } from '#contract/profile/screen-name.ts';
import { type SubmitForm, useSubmitForm } from '#site/shell/forms.ts';
import { TownField } from '#site/shell/town-field.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { suggestEmail } from '../mail-domains.ts';
import { PasswordStrength } from '../password-strength.tsx';
import { changeDraft, draftStore, forgetDraft } from './draft.ts';
import { Question, TermsLabel } from './form-parts.tsx';
import { RefusalNotice, loadSender, prepareToSend } from './sending.tsx';
import type { Draft, Field, LaterStepId, SignUpStep } from './steps.ts';

type FieldsProps = { form: SubmitForm<Draft> };

/** What each step shows below its question. */
const fieldsOf: Record<LaterStepId, ComponentType<FieldsProps>> = {
  place: PlaceFields,
  account: AccountFields,
};

type LaterStepsProps = {
  id: LaterStepId;
  steps: readonly SignUpStep[];
  onStep: (index: number) => void;
  /** Something is wrong with the first step after all. */
  onMissing: (fields: readonly Field[]) => void;
  onSignIn: () => void;
};

/** Every step after the first is a page of one form, which is sent with the last. */
export function LaterSteps({ id, steps, onStep, onMissing, onSignIn }: LaterStepsProps) {
  const { t } = useTranslation(['signup', 'errors']);
  const index = steps.findIndex((step) => step.id === id);
  const isLast = index === steps.length - 1;
  const anotherPerson = useRef(false);
  const form = useSubmitForm({
    defaults: draftStore.get(),
    schema: async () => schemaOf(isLast ? steps : steps.slice(index, index + 1)),
    onValues: changeDraft,
    onProblems(names) {
      const wrong = steps.findIndex(({ fields }) => fields.some((field) => names.includes(field)));
      const step = steps[wrong];
      if (step?.id === 'who') onMissing(step.fields.filter((field) => names.includes(field)));
      onStep(wrong);
    },
    async submit(answers) {
      if (!isLast) return onStep(index + 1);
      const { signUp } = await loadSender();
      await signUp(answers, { anotherPerson: anotherPerson.current });
      forgetDraft();
    },
  });
  useEffect(prepareToSend, []);

  const Fields = fieldsOf[id];
  return (
    <form {...form.formProps}>
      <Question text={t(`${id}.text`)}>{t(`${id}.title`)}</Question>
      <div className="mt-4 space-y-4">
        <Fields form={form} />
        <RefusalNotice
          refusal={form.refusal}
          onSignIn={onSignIn}
          onAnotherPerson={() => {
            anotherPerson.current = true;
            form.send();
          }}
        />
        <Button type="submit" size="lg" wide loading={form.busy}>
          {isLast ? t('account.submit') : t('next')}
        </Button>
      </div>
    </form>
  );
}

/** The contract's rules for what these steps ask. */
function schemaOf(steps: readonly SignUpStep[]) {
  const mask = Object.fromEntries(
    steps.flatMap(({ fields }) => fields).map((field) => [field, true as const]),
  );
  return signUpForm.pick(mask as Record<Field, true>);
}

/** Where, and how old. */
function PlaceFields({ form }: FieldsProps) {
  const { t } = useTranslation('signup');
  const age = form.control('age');
  return (
    <>
      <TownField {...form.control('place')} />
      <TextField
        {...age}
        onChange={({ target }) => age.onChange(target.value.replace(/\D/g, ''))}
        label={t('place.age')}
        hint={t('place.ageHint', { from: AGE_MIN, to: AGE_MAX })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
      />
    </>
  );
}

/** How to come in again, and what to agree to. */
function AccountFields({ form }: FieldsProps) {
  const { t } = useTranslation(['signup', 'shell']);
  // Only what was left is looked at, not what is still being typed.
  const [checked, setChecked] = useState('');
  const { onBlur, ...email } = form.field('email');
  const typed = form.watch('email');
  const suggested = checked === typed ? suggestEmail(typed) : null;
  return (
    <>
      <EmailField
        {...email}
        label={t('shell:entry.email')}
        onBlur={(event) => {
          onBlur(event);
          setChecked(event.target.value);
        }}
      />
      <p role="status" className="empty:hidden">
        {suggested && (
          <Button size="sm" variant="ghost" onClick={() => form.change('email', suggested)}>
            <span className="wrap-anywhere">{t('account.didYouMean', { email: suggested })}</span>
          </Button>
        )}
      </p>
      <PasswordField
        {...form.field('password')}
        label={t('shell:entry.password')}
        autoComplete="new-password"
        maxLength={512}
        showLabel={t('shell:entry.show')}
        hideLabel={t('shell:entry.hide')}
      />
      <PasswordStrength password={form.watch('password')} />
      <TextField
        {...form.field('name')}
        label={t('account.name')}
        hint={t('account.nameHint')}
        autoComplete="off"
        maxLength={SCREEN_NAME_MAX_LETTERS}
      />
      <div>
        <Checkbox {...form.field('terms')} label={<TermsLabel />} />
        <Checkbox {...form.field('adult')} label={t('account.adult')} />
      </div>
    </>
  );
}
