import type { RatePlan } from '../../../contract/brand/flow.ts';
import type { PaywallName } from '../../../contract/brand/paywalls.ts';
import type { Person } from '../../../contract/profile/people.ts';
import { createStore } from '../../../packages/client/store.ts';

export type PopupName =
  | PaywallName
  | 'account_disabled'
  | 'session_ended'
  | 'sign_out'
  | 'link_invalid'
  | 'link_expired'
  | 'closing'
  | 'accept_terms'
  | 'set_region'
  | 'confirm_email'
  | 'gift'
  | 'offer_passkey'
  | 'frame'
  | 'error'
  | 'notice'
  | 'blocked'
  /** What was chosen, to be paid at once by what is on file. */
  | 'order'
  /** Something is paid. */
  | 'paid'
  /** Both like each other. */
  | 'match'
  /** Where to search: a region and a town. */
  | 'choose_place';

/** As much of somebody as a popup about them shows. */
export type PopupPerson = Pick<Person, 'id' | 'screenName' | 'photo' | 'kind'>;

export interface Popup {
  /** Which entry of the catalogue (app/popup-catalogue.ts) gives its look, words and buttons. */
  name: PopupName;
  /** Words of the flow or the server, instead of the catalogue's. */
  title?: string | undefined;
  text?: string | undefined;
  button?: string | undefined;
  /** How many, where the words name a number. */
  count?: number;
  /** What a frame shows, or where its button leads: a path on this site. */
  address?: string;
  /** Whom it is about. */
  person?: PopupPerson;
  /** What is bought in it. */
  plan?: RatePlan;
  onClosed?: () => void;
}

/** What the body of a popup is given, where its entry has one. */
export interface PopupBodyProps {
  popup: Popup;
  close: () => void;
  /** Closes it and goes there, in its place in the history. */
  go: (to: string) => void;
}

/** These stay until what they ask for is done, so the back button does not close them. */
const staying: ReadonlySet<PopupName> = new Set<PopupName>(['accept_terms', 'set_region']);

export function stays({ name }: Popup): boolean {
  return staying.has(name);
}

/** The popup that is open. There is one at a time: a later one takes the place of an earlier one. */
export const popupStore = createStore<Popup | null>(null);

/** Whether what is open cannot be closed now, by nothing that a person does: it is being paid. */
export const heldStore = createStore(false);

export function openPopup(popup: Popup): void {
  popupStore.get()?.onClosed?.();
  heldStore.set(false);
  popupStore.set(popup);
}

/** Somebody wants it closed: by its button, by Escape, or by going back. */
export function closePopup(): void {
  if (!heldStore.get()) endPopup();
}

/** What was done in it is over. */
export function endPopup(): void {
  const popup = popupStore.get();
  heldStore.set(false);
  popupStore.set(null);
  popup?.onClosed?.();
}

/** Whether what can wait must not stand over the page: a link is at work, a text is read, or another page is on its way. */
export const quietStore = createStore(true);
