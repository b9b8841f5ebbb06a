import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button } from '../../../../../packages/ui/button.tsx';
import { EmailField } from '../../../../../packages/ui/email-field.tsx';
import type { Town } from '../../../shell/find-towns.ts';
import { TownField } from '../../../shell/town-field.tsx';
import { changeDraft } from './draft.ts';
import { Question } from './question.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { type Field, isEmail } from './sign-up-rules.ts';
import { useFaults } from './use-faults.ts';
import { useStarted } from './use-started.ts';
import { prepareToSend, useSubmission } from './use-submission.ts';

/** Refusals that another address would mend. */
const aboutEmail = new Set<string | undefined>(['signup.email_taken', 'signup.email_forbidden']);

/** The server prepares this page without the query, so the address comes when the page has started. */
function useLinkedEmail(): string | null {
  const { search } = useLocation();
  const mail = new URLSearchParams(search).get('mail') ?? '';
  // In a query, a plus sign reads as a space.
  return useStarted() ? mail.trim().replaceAll(' ', '+') : null;
}

/** The address comes with the link, so only the town is asked for. */
export function AutoSignupForm({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation(['signup', 'errors']);
  const place = useRef<HTMLFormElement>(null);
  const faults = useFaults(place, 1);
  const linked = useLinkedEmail();
  const [typed, setTyped] = useState<string | null>(null);
  const [town, setTown] = useState<Town | null>(null);
  const email = typed ?? linked ?? '';
  const { busy, refusal, submit } = useSubmission((field) => {
    if (field === 'email') setTyped(email);
    faults.show([field]);
  });
  const editable = typed !== null || (linked !== null && !isEmail(linked)) || aboutEmail.has(refusal?.code);
  useEffect(prepareToSend, []);

  function send(anotherPerson = false) {
    const found: Field[] = [];
    if (!isEmail(email)) found.push('email');
    if (!town) found.push('place');
    faults.show(found);
    if (town && found.length === 0)
      void submit(({ signUpByItself }) => signUpByItself(email, town, { anotherPerson }));
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) send();
  };

  return (
    <form ref={place} method="post" noValidate onSubmit={onSubmit}>
      <Question text={t('auto.text')}>{t('auto.title')}</Question>
      <div className="mt-4 space-y-4">
        <EmailField
          name="email"
          label={t('auto.as')}
          readOnly={!editable}
          value={email}
          onChange={({ target }) => {
            setTyped(target.value);
            faults.mend('email');
          }}
          error={faults.wordsFor('email')}
        />
        <TownField
          value={town}
          onChange={(chosen) => {
            setTown(chosen);
            faults.mend('place');
          }}
          error={faults.wordsFor('place')}
        />
        {refusal && (
          <RefusalNotice
            refusal={refusal}
            onSignIn={() => {
              changeDraft({ email });
              onSignIn();
            }}
            onAnotherPerson={() => send(true)}
          />
        )}
        <Button type="submit" size="lg" wide loading={busy}>
          {t('auto.submit')}
        </Button>
      </div>
    </form>
  );
}
