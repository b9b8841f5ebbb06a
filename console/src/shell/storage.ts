import { useSyncExternalStore } from 'react';
import { createLocalStorage, createStorage } from '#client/storage.ts';
import { createThemeChoice } from '#client/theme.ts';

const token = { stored: 'staffToken', holds: 'text' } as const;

/** What the console stores on this device. */
export const storage = createLocalStorage({
  token,
  /** By which this device is known again at a sign-in. It opens nothing, and stays when the session goes. */
  deviceToken: { stored: 'staffDeviceToken', holds: 'text' },
  language: { stored: 'consoleLanguage', holds: 'text' },
  /** What hosts have begun to write. */
  drafts: { stored: 'consoleDrafts', holds: 'text' },
  /** Whether what members write is translated beside. */
  translates: { stored: 'consoleTranslates', holds: 'text' },
  /** Moderators who would rather not see pictures by surprise. */
  blurPhotos: { stored: 'consoleBlurPhotos', holds: 'text' },
  theme: { stored: 'consoleTheme', holds: 'text' },
  /** Whether the menu at the desk is a bar of icons. */
  narrowMenu: { stored: 'consoleNarrowMenu', holds: 'text' },
  /** What was last opened by the search, which names members: it goes with the session. */
  recent: { stored: 'consoleRecent', holds: 'list' },
  /** Which columns of which list are not shown. */
  columns: { stored: 'consoleColumns', holds: 'list' },
  /** Whether work that comes is announced by a sound, and on the desktop. */
  alertSound: { stored: 'consoleAlertSound', holds: 'text' },
  alertNotification: { stored: 'consoleAlertNotification', holds: 'text' },
});

/** What it stores until the browser is closed. */
export const tabStorage = createStorage({ token }, () => window.sessionStorage);

export const { applyTheme, chooseTheme, useTheme } = createThemeChoice(storage);

/** Whether the menu at the desk is a bar of icons. */
export const narrowMenu = {
  use: () =>
    useSyncExternalStore(
      (listener) => storage.watch('narrowMenu', listener),
      () => storage.get('narrowMenu') !== undefined,
    ),
  set(narrow: boolean): void {
    if (narrow) storage.set('narrowMenu', 'yes');
    else storage.remove('narrowMenu');
  },
};
