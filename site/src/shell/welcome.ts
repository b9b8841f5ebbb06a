import { pageState } from '#client/page-state.ts';
import type { User } from '#contract/account/user.ts';
import { WELCOME_POPUP_MS } from '#contract/kernel/constants.ts';
import { openDialogs } from '#ui/open-dialogs.ts';
import { mustAgreeAgain } from './me.ts';
import { type PopupName, closePopup, openPopup, popupStore, quietStore } from './popups.ts';
import { memberStore } from './session.ts';
import { storage } from './storage.ts';

/** What waits for a member who has just come in, besides what their account says of itself. */
interface Waiting {
  /** What signing up and what coming back has brought. Kept here, because the server tells of it only once. */
  gift: number | null;
  returnGift: number | null;
  passkeyOffer: boolean;
  /** To have notifications on this device. */
  pushInvitation: boolean;
  /** A page that the flow shows once a session. */
  frame: string | null;
  /** What they have already closed. */
  passed: Set<WelcomeStep>;
}

/** What a member settles or is shown when they come in, in this order. */
const steps = {
  closing: ({ closesAt }: User) => closesAt !== null,
  accept_terms: ({ accepted, agreedTerms }: User) => !accepted && agreedTerms === null,
  agree_again: mustAgreeAgain,
  set_region: ({ region }: User) => region === null,
  confirm_email: ({ optIn, emailConfirmed }: User) => optIn === 'double' && !emailConfirmed,
  gift: (_: User, { gift }: Waiting) => Boolean(gift),
  welcome_back: (_: User, { returnGift }: Waiting) => Boolean(returnGift),
  offer_passkey: (_: User, { passkeyOffer }: Waiting) => passkeyOffer,
  invite_push: (_: User, { pushInvitation }: Waiting) => pushInvitation,
  frame: (_: User, { frame }: Waiting) => frame !== null,
};
type WelcomeStep = keyof typeof steps;

/** Where a session of the browser remembers that the flow's page was shown. */
const FRAME_SHOWN = 'iframe';

/** Without these a member is not verified, so closing them is not enough. */
const required: ReadonlySet<WelcomeStep> = new Set<WelcomeStep>([
  'accept_terms',
  'agree_again',
  'set_region',
]);

function nextStep(user: User, waiting: Waiting): WelcomeStep | undefined {
  return (Object.keys(steps) as WelcomeStep[]).find(
    (step) => steps[step](user, waiting) && (required.has(step) || !waiting.passed.has(step)),
  );
}

const nothingWaits = (): Waiting => ({
  gift: null,
  returnGift: null,
  passkeyOffer: false,
  pushInvitation: false,
  frame: null,
  passed: new Set(),
});

const welcome = pageState(() => ({
  waiting: nothingWaits(),
  whose: undefined as string | undefined,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
}));

/** A member has come in, or is known better: one thing after the other is shown as each is settled. */
export function beginWelcome(
  { trackerId, gift: returnGift }: Pick<User, 'trackerId' | 'gift'>,
  signUpGift: number | null = null,
): void {
  if (welcome.whose === undefined)
    for (const store of [memberStore, popupStore, quietStore, openDialogs]) store.subscribe(goOn);
  if (welcome.whose !== trackerId) welcome.waiting = nothingWaits();
  welcome.whose = trackerId;
  if (returnGift !== null) welcome.waiting.returnGift = returnGift;
  if (signUpGift !== null) welcome.waiting.gift = signUpGift;
}

/** After everything else. */
export function offerPasskeyLater(): void {
  welcome.waiting.passkeyOffer = true;
  goOn();
}

/** Notifications are never turned on by this: it leads to where the member may do that. */
export function invitePushLater(): void {
  welcome.waiting.pushInvitation = true;
  goOn();
}

/** The page that the flow names, once a session and after all that. */
export function showFrameLater(address: string): void {
  if (sessionStorage.getItem(FRAME_SHOWN) !== null) return;
  welcome.waiting.frame = address;
  goOn();
}

function goOn(): void {
  clearTimeout(welcome.timer);
  const member = memberStore.get();
  if (!member) return;
  const shown = popupStore.get()?.name;
  if (shown !== undefined) {
    if (isStep(shown) && !steps[shown](member, welcome.waiting)) closePopup();
    return;
  }
  // What the member has opened, such as a photo, is closed first.
  const isBusy = quietStore.get() || openDialogs.get() > 0;
  const step = isBusy ? undefined : nextStep(member, welcome.waiting);
  if (!step) return;
  if (required.has(step)) show(step);
  else welcome.timer = setTimeout(() => show(step), WELCOME_POPUP_MS);
}

function isStep(name: PopupName): name is WelcomeStep {
  return Object.hasOwn(steps, name);
}

function show(step: WelcomeStep): void {
  const { passed, gift, returnGift, frame } = welcome.waiting;
  if (step === 'invite_push') storage.set('pushInvitation', 'shown');
  if (step === 'frame') sessionStorage.setItem(FRAME_SHOWN, 'yes');
  openPopup({
    name: step,
    stays: required.has(step),
    ...(step === 'gift' && gift !== null && { count: gift }),
    ...(step === 'welcome_back' && returnGift !== null && { count: returnGift }),
    ...(step === 'frame' && frame !== null && { address: frame }),
    onClosed() {
      passed.add(step);
      goOn();
    },
  });
}
