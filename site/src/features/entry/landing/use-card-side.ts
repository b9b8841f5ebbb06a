import { useLocation, useNavigate } from 'react-router';
import { useStarted } from '../signup/use-started.ts';

export type CardSide = 'signUp' | 'signIn';

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
