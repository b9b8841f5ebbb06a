import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useStarted } from '#site/lib/use-started.ts';
import { paths } from '#site/shell/paths.ts';
import { useIsMember } from '#site/shell/session.ts';
import { Card } from '#ui/card.tsx';
import { GoogleButton } from '../login/google-button.tsx';
import { FormSkeleton } from '../signup/form-parts.tsx';
import { SignUpForm } from '../signup/sign-up-form.tsx';

const loadSignInSide = () => import('../login/sign-in.tsx');
const SignInSide = lazy(async () => ({ default: (await loadSignInSide()).SignInSide }));
const MemberCard = lazy(async () => ({ default: (await import('./member-card.tsx')).MemberCard }));

type EntryCardProps = {
  /** The address leads to something for members, which comes next. */
  goesOn?: boolean;
  /** Offers Google, where the brand has it. */
  google?: boolean;
  children?: ReactNode;
};

/** The way in: signing up, and on its other side signing in. Who is in already finds the way on. */
export function EntryCard({ goesOn = false, google = false, children }: EntryCardProps) {
  const { t } = useTranslation('shell');
  const member = useIsMember();
  const { side, turn } = useCardSide();
  const card = useRef<HTMLDivElement>(null);
  const shownSide = useRef(side);

  useEffect(() => {
    if (shownSide.current !== side) card.current?.querySelector<HTMLElement>('[data-question]')?.focus();
    shownSide.current = side;
  }, [side]);

  if (member) {
    return (
      <Suspense fallback={<Card as="section" className="h-52 shadow-raised" />}>
        <MemberCard />
      </Suspense>
    );
  }
  return (
    <Card as="section" ref={card} className="shadow-raised">
      {side === 'signIn' ? (
        <Suspense fallback={<FormSkeleton />}>
          <SignInSide goesOn={goesOn} />
          <SignUpNote onSignUp={() => turn('signUp')} />
        </Suspense>
      ) : (
        <>
          <SignUpForm
            note={goesOn ? t('signUp.goesOn') : t('signUp.note')}
            otherWay={google && <GoogleButton />}
            onSignIn={() => turn('signIn')}
          />
          <SignInNote onSignIn={() => turn('signIn')} />
        </>
      )}
      {children}
    </Card>
  );
}

type CardSide = 'signUp' | 'signIn';

/** Turning the card is an entry of the history: the path stays, and the back button turns it again. */
export function useCardSide(): { side: CardSide; turn: (side: CardSide) => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const kept = state as { signIn?: unknown } | null;
  return {
    side: useStarted() && kept?.signIn === true ? 'signIn' : 'signUp',
    turn(side) {
      void navigate({ pathname, search, hash }, { state: { ...kept, signIn: side === 'signIn' } });
    },
  };
}

const noteLook = 'mt-2 flex flex-wrap items-center justify-center gap-x-2 text-[0.9375rem] text-muted';
const linkLook =
  'inline-flex min-h-11 items-center font-semibold text-primary-text underline-offset-4 hover:underline';

/**
 * Turns the card; without scripts, and for a new tab, it is a link like any other. The question belongs to its name, which
 * the link in the bar has already.
 */
function SignInNote({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const prepare = () => void loadSignInSide().catch(() => undefined);
  return (
    <p className="mt-2 text-center text-[0.9375rem] text-muted">
      <Link
        to={paths.login}
        state={{ from: pathname + search }}
        data-answered-here
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onSignIn();
        }}
        className="group inline-flex min-h-11 flex-wrap items-center justify-center gap-x-2 data-held:opacity-60"
      >
        {t('signUp.haveAccount')}{' '}
        <span className="font-semibold text-primary-text underline-offset-4 group-hover:underline">
          {t('nav.signIn')}
        </span>
      </Link>
    </p>
  );
}

/** For those who are new here. */
export function SignUpNote({ onSignUp }: { onSignUp?: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <p className={noteLook}>
      {t('entry.newHere')}
      {onSignUp ? (
        <button type="button" onClick={onSignUp} className={linkLook}>
          {t('entry.signUp')}
        </button>
      ) : (
        <Link to={paths.signUp} className={linkLook}>
          {t('entry.signUp')}
        </Link>
      )}
    </p>
  );
}
