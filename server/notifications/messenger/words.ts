import { join } from 'node:path';
import { readTexts } from '#server/platform/texts.ts';
import en from './locales/en.json' with { type: 'json' };

/** What the bot says. */
export const messengerWords = readTexts(join(import.meta.dirname, 'locales'), en);
