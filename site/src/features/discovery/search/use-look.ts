import { useNavigate } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import type { Flow } from '#contract/brand/flow.ts';
import type { Person } from '#contract/profile/people.ts';
import { currentFlow, useFlow } from '#site/shell/flow.ts';
import { paths } from '#site/shell/paths.ts';
import { measure } from '#site/shell/tracking/measure.ts';

/** Who is looked at before the whole profile, where the member's flow has that. */
export function useLook() {
  const flow = useFlow();
  const navigate = useNavigate();
  const { props: shown, open: show, close } = useOverlay<string>('look');

  /** Who taps before the flow is there waits for what it says. */
  async function open({ id }: Person): Promise<void> {
    const known = await currentFlow();
    if (known && looksFirst(known)) {
      measure('profile_shown', { profileId: id });
      show(id);
    } else void navigate(paths.person(id));
  }

  return {
    shown,
    close: () => void close(),
    toChat: flow?.pages[0].find.quickLook.toChat ?? false,
    /** Undefined where cards lead straight to the profile. */
    open: flow && !looksFirst(flow) ? undefined : (person: Person) => void open(person),
  };
}

function looksFirst({ pages: [{ find }] }: Flow): boolean {
  return find.quickLook.toProfile || find.quickLook.toChat;
}
