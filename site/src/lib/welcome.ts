import { WELCOME_POPUP_MS } from '../../../contract/constants.ts';
import type { User } from '../../../contract/user.ts';
import { type PopupName, closePopup, openPopup, popupStore, quietStore } from './popups.ts';
import { sessionStore } from './session.ts';

/** What waits for a member who has just come in, besides what his account says of itself. */
interface Waiting {
  /** Kept here, because the server tells of it only once. */
  gift: number | null;
  passkeyOffer: boolean;
  /** What he has already closed. */
  passed: Set<WelcomeStep>;
}

/** What a member settles or is told when he comes in, in this order. */
const steps = {
  closing: ({ closesAt }: User) => closesAt !== null,
  accept_terms: ({ accepted }: User) => !accepted,
  set_region: ({ region }: User) => region === null,
  confirm_email: ({ optIn, emailConfirmed }: User) => optIn === 'double' && !emailConfirmed,
  gift: (_: User, { gift }: Waiting) => Boolean(gift),
  offer_passkey: (_: User, { passkeyOffer }: Waiting) => passkeyOffer,
};
type WelcomeStep = keyof typeof steps;

/** Without these nobody is verified, so closing them is not enough. */
const required: ReadonlySet<WelcomeStep> = new Set<WelcomeStep>(['accept_terms', 'set_region']);

function nextStep(user: User, waiting: Waiting): WelcomeStep | undefined {
  return (Object.keys(steps) as WelcomeStep[]).find(
    (step) => steps[step](user, waiting) && (required.has(step) || !waiting.passed.has(step)),
  );
}

let waiting: Waiting = { gift: null, passkeyOffer: false, passed: new Set() };
let whose: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Somebody has come in, or is known better: one thing after the other is shown as each is settled. */
export function beginWelcome({ trackerId, gift }: Pick<User, 'trackerId' | 'gift'>): void {
  if (whose === undefined) for (const store of [sessionStore, popupStore, quietStore]) store.subscribe(goOn);
  if (whose !== trackerId) waiting = { gift: null, passkeyOffer: false, passed: new Set() };
  whose = trackerId;
  if (gift !== null) waiting.gift = gift;
}

/** After everything else. */
export function offerPasskeyLater(): void {
  waiting.passkeyOffer = true;
  goOn();
}

function goOn(): void {
  clearTimeout(timer);
  const session = sessionStore.get();
  if (session.status !== 'member') return;
  const shown = popupStore.get()?.name;
  if (shown !== undefined) {
    if (isStep(shown) && !steps[shown](session.user, waiting)) closePopup();
    return;
  }
  const step = quietStore.get() ? undefined : nextStep(session.user, waiting);
  if (!step) return;
  if (required.has(step)) show(step);
  else timer = setTimeout(() => show(step), WELCOME_POPUP_MS);
}

function isStep(name: PopupName): name is WelcomeStep {
  return Object.hasOwn(steps, name);
}

function show(step: WelcomeStep): void {
  const { passed, gift } = waiting;
  openPopup({
    name: step,
    ...(step === 'gift' && gift !== null && { count: gift }),
    onClosed() {
      passed.add(step);
      goOn();
    },
  });
}
