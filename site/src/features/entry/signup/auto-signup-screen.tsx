import { Card } from '../../../../../packages/ui/card.tsx';
import { BrandHero } from '../landing/brand-hero.tsx';
import { SignInSide } from '../landing/sign-in-side.tsx';
import { useCardSide } from '../landing/use-card-side.ts';
import { AutoSignupForm } from './auto-signup-form.tsx';

/** For those who come by a link that knows their address. */
export function AutoSignupScreen() {
  const { side, turn } = useCardSide();
  return (
    <BrandHero>
      <Card as="section" className="shadow-raised">
        {side === 'signIn' ? (
          <SignInSide goesOn={false} />
        ) : (
          <AutoSignupForm onSignIn={() => turn('signIn')} />
        )}
      </Card>
    </BrandHero>
  );
}
