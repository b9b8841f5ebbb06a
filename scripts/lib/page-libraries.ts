import { join } from 'node:path';

const client = join(import.meta.dirname, '../../packages/client');

/** What the apps put in the place of a library: the words of pages, without what only other apps need of i18next. */
export const ownTexts = { find: /^react-i18next$/, replacement: join(client, 'react-texts.ts') };
