import { createStore } from '#client/store.ts';
import type { Suspension } from '#contract/account/sign-in.ts';
import type { RatePlan } from '#contract/brand/flow.ts';
import type { Person } from '#contract/profile/people.ts';

/** Where the app says which popups there are (app/popup-catalogue.ts), so that none is named twice. */
export interface Registered {}

export type PopupName = Registered extends { popups: infer Popups } ? keyof Popups : never;

/** As much of a person as a popup about them shows. */
export type PopupPerson = Pick<Person, 'id' | 'screenName' | 'photo' | 'kind'>;

export interface Popup {
  /** Which entry of the catalogue gives its look, words and buttons. */
  name: PopupName;
  /** It stays until what it asks for is done, so the back button does not close it. */
  stays?: boolean;
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
  /** The paid order that it is offered after. */
  addedTo?: string;
  /** What keeps the member out. */
  suspension?: Suspension;
  onClosed?: () => void;
}

/** What the body of a popup is given, where its entry has one. */
export interface PopupBodyProps {
  popup: Popup;
  close: () => void;
  /** Closes it and goes there, in its place in the history. */
  go: (to: string) => void;
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

/** Says that the member is kept out: by a sanction, and then why and until when, or by support. */
export function openShutOut(suspension: Suspension | null): void {
  openPopup(suspension ? { name: 'account_suspended', suspension } : { name: 'account_disabled' });
}

/** The user wants it closed: by its button, by Escape, or by going back. */
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
