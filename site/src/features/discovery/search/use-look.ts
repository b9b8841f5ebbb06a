import { useNavigate } from 'react-router';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import type { Person } from '../../../../../contract/profile/people.ts';
import { currentFlow, useFlow } from '../../../shell/flow.ts';
import { useOverlay } from '../../../shell/overlays.ts';
import { paths } from '../../../shell/paths.ts';

/** Who is looked at before the whole profile, where the member's flow has that. */
export function useLook() {
  const flow = useFlow();
  const navigate = useNavigate();
  const { props: shown, open: show, close } = useOverlay<string>('look');

  /** Who taps before the flow is there waits for what it says. */
  async function open({ id }: Person): Promise<void> {
    const known = await currentFlow();
    if (known && looksFirst(known)) show(id);
    else void navigate(paths.person(id));
  }

  return {
    shown,
    close: () => void close(),
    toChat: flow?.pages[0].find.hooks.toChat ?? false,
    /** Undefined where cards lead straight to the profile. */
    open: flow && !looksFirst(flow) ? undefined : (person: Person) => void open(person),
  };
}

function looksFirst({ pages: [{ find }] }: Flow): boolean {
  return find.hooks.toProfile || find.hooks.toChat;
}
