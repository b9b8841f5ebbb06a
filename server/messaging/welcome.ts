import { RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import type { Language } from '../../contract/kernel/constants.ts';
import type { VisitorContext } from '../app.ts';
import type { Tx } from '../platform/database/database.ts';
import { WELCOME, saveSystemMessage } from './system-messages.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };
import { escapeHtml } from './sanitise-html.ts';

export const words: Record<Language, { welcome: string }> = { it, es, en, fr };

/** The first message of everybody: the brand's own words, or ours where it has none. */
export async function welcomeMember(
  context: Pick<VisitorContext, 'brand' | 'brandId' | 'language' | 'clock'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const { brand, brandId, language, clock } = context;
  const { title, welcome } = brand.settings;
  const text = welcome?.[language] || words[language].welcome;
  await saveSystemMessage(tx, {
    brandId,
    accountId,
    from: RESERVED_PROFILE_IDS[0],
    notice: WELCOME,
    html: text.replaceAll('{title}', () => escapeHtml(title)),
    at: clock.now(),
  });
}
