import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import { useStarted } from '#site/lib/use-started.ts';
import type { Town } from '#site/shell/find-towns.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { TownField } from '#site/shell/town-field.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { BrandHero } from '../landing/brand-hero.tsx';
import { useCardSide } from '../landing/entry-card.tsx';
import { BelowFold, PeopleCount } from '../landing/landing-screens.tsx';
import { useLanding } from '../landing/use-landing.ts';
import { SignInSide } from '../login/sign-in.tsx';
import { changeDraft } from './draft.ts';
import { Question } from './form-parts.tsx';
import { RefusalNotice, loadSender, prepareToSend } from './sending.tsx';

/** For those who come by a link that knows their address. */
export function AutoSignupScreen() {
  const { side, turn } = useCardSide();
  const blocks = useLanding()?.blocks ?? [];
  return (
    <>
      <BrandHero>
        <Card as="section" className="shadow-raised">
          {side === 'signIn' ? (
            <SignInSide goesOn={false} />
          ) : (
            <AutoSignupForm onSignIn={() => turn('signIn')} />
          )}
          {blocks.includes('people') && <PeopleCount />}
        </Card>
      </BrandHero>
      <BelowFold blocks={blocks} />
    </>
  );
}

/** Refusals that another address would mend. */
const aboutEmail: ReadonlySet<string | undefined> = new Set(['signup.email_taken', 'signup.email_forbidden']);

/** The address comes with the link, so only the town is asked for. */
function AutoSignupForm({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation(['signup', 'errors']);
  const { search } = useLocation();
  // In a query, a plus sign reads as a space.
  const linked = (new URLSearchParams(search).get('mail') ?? '').trim().replaceAll(' ', '+');
  // The server prepares this page without the query.
  const isDamaged = useStarted() && !isEmailAddress(linked);
  const anotherPerson = useRef(false);
  const [wasWrong, setWasWrong] = useState(false);
  const form = useSubmitForm({
    defaults: { email: linked, place: null as Town | null },
    schema: async () =>
      (await import('#contract/account/sign-up.ts')).signUpForm.pick({
        email: true,
        place: true,
      }),
    onProblems: (names) => names.includes('email') && setWasWrong(true),
    async submit(answers) {
      const { signUpByItself } = await loadSender();
      await signUpByItself(answers, { anotherPerson: anotherPerson.current });
    },
  });
  useEffect(prepareToSend, []);
  return (
    <form {...form.formProps}>
      <Question text={t('auto.text')}>{t('auto.title')}</Question>
      <div className="mt-4 space-y-4">
        <EmailField
          {...form.field('email')}
          label={t('auto.as')}
          readOnly={!isDamaged && !wasWrong && !aboutEmail.has(form.refusal?.code)}
        />
        <TownField {...form.control('place')} />
        <RefusalNotice
          refusal={form.refusal}
          onSignIn={() => {
            changeDraft({ email: form.values().email });
            onSignIn();
          }}
          onAnotherPerson={() => {
            anotherPerson.current = true;
            form.send();
          }}
        />
        <Button type="submit" size="lg" wide loading={form.busy}>
          {t('auto.submit')}
        </Button>
      </div>
    </form>
  );
}
