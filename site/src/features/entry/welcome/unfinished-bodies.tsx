/** What a member settles before they come in. */
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatDate } from '#client/dates.ts';
import { acceptTerms, signUpForm } from '#contract/account/sign-up.ts';
import { dayOfEdition } from '#contract/brand/legal.ts';
import { saveOwnProfile } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import type { Town } from '#site/shell/find-towns.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { withUser } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import { signOut, updateMember, useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { TownField } from '#site/shell/town-field.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { TermsLabel } from '../signup/form-parts.tsx';

/** What a member confirms who came by a way that did not ask: one tap, or the way out. */
export function TermsBody() {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const { busy, refusal, attempt } = useAttempt();

  async function accept() {
    const { user } = await call(acceptTerms, { trackerId, terms: true, adult: true });
    updateMember(withUser, user);
  }

  return (
    <div className="space-y-5">
      <ul className="space-y-3 rounded-card bg-soft p-5">
        <Point>{t('acceptTerms.adult')}</Point>
        <Point>
          <TermsLabel />
        </Point>
      </ul>
      <SubmitError refusal={refusal} />
      <div className="space-y-2.5">
        <Button size="lg" wide loading={busy} onClick={() => void attempt(accept)}>
          {t('acceptTerms.accept')}
        </Button>
        <Button variant="ghost" wide onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </div>
    </div>
  );
}

/** What a member confirms whose terms have changed: one tap. Without agreeing they can still leave. */
export function AgreeAgainBody() {
  const { t, i18n } = useTranslation('popups');
  const navigate = useNavigate();
  const { trackerId, agreedTerms } = useMember();
  const { busy, refusal, attempt } = useAttempt();

  async function accept() {
    const { user } = await call(acceptTerms, { trackerId, terms: true, adult: true });
    updateMember(withUser, user);
  }

  return (
    <div className="space-y-5">
      {agreedTerms !== null && (
        <p className="rounded-card bg-soft p-5 [&_a]:font-semibold [&_a]:text-primary-text [&_a]:underline [&_a]:underline-offset-4">
          {t('agreeAgain.accepted', {
            date: formatDate(Date.parse(dayOfEdition(agreedTerms)), i18n.language, {
              dateStyle: 'long',
              timeZone: 'UTC',
            }),
          })}{' '}
          <Link to={`${paths.legal('terms')}?since=${agreedTerms}`} target="_blank">
            {t('agreeAgain.changes')}
          </Link>
        </p>
      )}
      <SubmitError refusal={refusal} />
      <div className="space-y-2.5">
        <Button size="lg" wide loading={busy} onClick={() => void attempt(accept)}>
          {t('agreeAgain.accept')}
        </Button>
        <Button variant="ghost" wide onClick={() => void navigate(paths.profile('plan'))}>
          {t('agreeAgain.refuse')}
        </Button>
      </div>
    </div>
  );
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
      <span className="[&_a]:font-semibold [&_a]:text-primary-text [&_a]:underline [&_a]:underline-offset-4">
        {children}
      </span>
    </li>
  );
}

/** Asks where the member lives, without which no people nearby can be shown. */
export function RegionBody() {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const form = useSubmitForm({
    defaults: { place: null as Town | null },
    schema: async () => signUpForm.pick({ place: true }),
    async submit({ place: { region, city } }) {
      const { user } = await call(saveOwnProfile, { trackerId, region, city });
      updateMember(withUser, user);
    },
    words: { place: () => t('setRegion.missing') },
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <TownField inline {...form.control('place')} />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" size="lg" wide loading={form.busy}>
        {t('setRegion.save')}
      </Button>
      <Button variant="ghost" wide onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </form>
  );
}
