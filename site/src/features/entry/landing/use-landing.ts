import type { Landing, LandingPage } from '#contract/brand/landing.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { paths } from '#site/shell/paths.ts';

const pageOf: Partial<Record<string, LandingPage>> = {
  [paths.home]: 'home',
  [paths.signUp]: 'signup',
  [paths.signUpFromAdvert]: 'ms',
  [paths.autoSignUp]: 'asignup',
};

/** What the visitor's flow makes of this page. Without it the page says what the brand says, and shows the card alone. */
export function useLanding(): Landing | undefined {
  const { path } = useCurrentRoute();
  const { flow } = useShell();
  const page = pageOf[path];
  return page && flow.landings[page];
}
