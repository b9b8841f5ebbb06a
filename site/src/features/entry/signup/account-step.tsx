import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCREEN_NAME_MAX_LETTERS } from '../../../../../contract/profile/screen-name.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Checkbox } from '../../../../../packages/ui/checkbox.tsx';
import { EmailField } from '../../../../../packages/ui/email-field.tsx';
import { PasswordField } from '../../../../../packages/ui/password-field.tsx';
import { TextField } from '../../../../../packages/ui/text-field.tsx';
import { suggestEmail } from '../mail-domains.ts';
import { PasswordStrength } from '../password-strength.tsx';
import { changeDraft, forgetDraft, useDraft } from './draft.ts';
import { Question } from './question.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { type Field, type Step, faultsOf, stepOf } from './sign-up-rules.ts';
import { TermsLabel } from './terms-label.tsx';
import type { Faults } from './use-faults.ts';
import { prepareToSend, useSubmission } from './use-submission.ts';

type AccountStepProps = { faults: Faults; onStep: (step: Step) => void; onSignIn: () => void };

/** How to come in again, what to agree to, and the sign-up itself. */
export function AccountStep({ faults, onStep, onSignIn }: AccountStepProps) {
  const { t } = useTranslation(['signup', 'shell']);
  const draft = useDraft();
  const tell = (found: readonly Field[]) => {
    faults.show(found);
    if (found[0]) onStep(stepOf[found[0]]);
  };
  // Only what was left is looked at, not what is still being typed.
  const [checked, setChecked] = useState('');
  const suggested = checked === draft.email ? suggestEmail(draft.email) : null;
  const { busy, refusal, submit } = useSubmission((field) => tell([field]));
  useEffect(prepareToSend, []);

  async function send(anotherPerson = false) {
    const found = faultsOf(draft);
    tell(found);
    if (found.length > 0) return;
    await submit(async ({ signUp }) => {
      const outcome = await signUp(draft, { anotherPerson });
      if (outcome.is === 'done') forgetDraft();
      return outcome;
    });
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void send();
  };
  const tick = (name: 'newsletter' | 'terms' | 'adult') => ({
    name,
    checked: draft[name],
    onChange: ({ target }: { target: { checked: boolean } }) => {
      changeDraft({ [name]: target.checked });
      if (name !== 'newsletter') faults.mend(name);
    },
    error: name === 'newsletter' ? undefined : faults.wordsFor(name),
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <Question text={t('account.text')}>{t('account.title')}</Question>
      <div className="mt-4 space-y-4">
        <EmailField
          name="email"
          label={t('shell:entry.email')}
          value={draft.email}
          onChange={({ target }) => {
            changeDraft({ email: target.value });
            faults.mend('email');
          }}
          onBlur={() => setChecked(draft.email)}
          error={faults.wordsFor('email')}
        />
        <p role="status" className="empty:hidden">
          {suggested && (
            <Button size="sm" variant="ghost" onClick={() => changeDraft({ email: suggested })}>
              <span className="wrap-anywhere">{t('account.didYouMean', { email: suggested })}</span>
            </Button>
          )}
        </p>
        <PasswordField
          name="password"
          label={t('shell:entry.password')}
          autoComplete="new-password"
          maxLength={512}
          showLabel={t('shell:entry.show')}
          hideLabel={t('shell:entry.hide')}
          value={draft.password}
          onChange={({ target }) => {
            changeDraft({ password: target.value });
            faults.mend('password');
          }}
          error={faults.wordsFor('password')}
        />
        <PasswordStrength password={draft.password} />
        <TextField
          name="name"
          label={t('account.name')}
          hint={t('account.nameHint')}
          autoComplete="off"
          maxLength={SCREEN_NAME_MAX_LETTERS}
          value={draft.screenName}
          onChange={({ target }) => {
            changeDraft({ screenName: target.value });
            faults.mend('name');
          }}
          error={faults.wordsFor('name')}
        />
        <div>
          <Checkbox label={<TermsLabel />} {...tick('terms')} />
          <Checkbox label={t('account.adult')} {...tick('adult')} />
          <Checkbox label={t('account.newsletter')} {...tick('newsletter')} />
        </div>
        {refusal && (
          <RefusalNotice refusal={refusal} onSignIn={onSignIn} onAnotherPerson={() => void send(true)} />
        )}
        <Button type="submit" size="lg" wide loading={busy}>
          {t('account.submit')}
        </Button>
      </div>
    </form>
  );
}
