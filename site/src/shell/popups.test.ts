import { afterEach, expect, test, vi } from 'vitest';
import { closePopup, endPopup, heldStore, openPopup, popupStore } from './popups.ts';

afterEach(endPopup);

test('what is being paid is not closed by anything that a person does', () => {
  const onClosed = vi.fn();
  openPopup({ name: 'order', onClosed });
  heldStore.set(true);
  closePopup();
  expect(popupStore.get()).toMatchObject({ name: 'order' });
  expect(onClosed).not.toHaveBeenCalled();
  heldStore.set(false);
  closePopup();
  expect(popupStore.get()).toBeNull();
  expect(onClosed).toHaveBeenCalledOnce();
});

test('how it ended takes its place, and can be closed', () => {
  openPopup({ name: 'order' });
  heldStore.set(true);
  openPopup({ name: 'paid' });
  closePopup();
  expect(popupStore.get()).toBeNull();
});

test('what goes on elsewhere ends it', () => {
  openPopup({ name: 'order' });
  heldStore.set(true);
  endPopup();
  expect(popupStore.get()).toBeNull();
  expect(heldStore.get()).toBe(false);
});
