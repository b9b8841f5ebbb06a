import type { i18n } from 'i18next';
import type { LaterSteps } from './later-steps.tsx';

const words = ['signup', 'errors'] as const;

/** The steps after the first, where they are there already: they then show at once. */
export const laterSteps: { now?: typeof LaterSteps } = {};

export async function loadLaterSteps(): Promise<typeof LaterSteps> {
  laterSteps.now = (await import('./later-steps.tsx')).LaterSteps;
  return laterSteps.now;
}

/**
 * Fetches what comes after the first question, which a visitor who only looks around does not need.
 * Throws where it can't be fetched.
 */
export async function prepareSignUp(texts: i18n): Promise<void> {
  await Promise.all([loadLaterSteps(), loadWords(texts)]);
}

async function loadWords(texts: i18n): Promise<void> {
  const isMissing = (name: string) => !texts.hasResourceBundle(texts.language, name);
  if (words.some(isMissing)) await texts.loadNamespaces(words);
  // Words that could not be fetched once are only asked for again by this.
  const failed = words.filter(isMissing);
  if (failed.length > 0) await texts.reloadResources(texts.language, failed);
  if (words.some(isMissing)) throw new Error('The words of the sign-up could not be fetched.');
}
