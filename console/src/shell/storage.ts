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
  /** Whether work that comes is announced by a sound, and on the desktop. */
  alertSound: { stored: 'consoleAlertSound', holds: 'text' },
  alertNotification: { stored: 'consoleAlertNotification', holds: 'text' },
});

/** What it stores until the browser is closed. */
export const tabStorage = createStorage({ token }, () => window.sessionStorage);

export const { applyTheme, chooseTheme, useTheme } = createThemeChoice(storage);
