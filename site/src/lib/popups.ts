import type { HookName } from '../../../contract/flow.ts';
import { createStore } from './store.ts';

export type PopupName =
  | HookName
  | 'account_disabled'
  | 'session_ended'
  | 'link_invalid'
  | 'notice'
  | 'blocked';

export interface Popup {
  /** Which entry of the catalogue (app/popup-catalogue.ts) gives its look, words and buttons. */
  name: PopupName;
  /** Words of the flow or the server, instead of the catalogue's. */
  title?: string;
  text?: string;
  button?: string;
  onClosed?: () => void;
}

/** The popup that is open. There is one at a time: a later one takes the place of an earlier one. */
export const popupStore = createStore<Popup | null>(null);

export function openPopup(popup: Popup): void {
  popupStore.get()?.onClosed?.();
  popupStore.set(popup);
}

export function closePopup(): void {
  const popup = popupStore.get();
  popupStore.set(null);
  popup?.onClosed?.();
}
