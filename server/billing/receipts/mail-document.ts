import type { Language } from '../../../contract/kernel/constants.ts';
import type { Brand } from '../../brands/directory.ts';
import { siteOrigin } from '../../platform/http/origins.ts';
import type { App } from '../../app.ts';
import type { Tx } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { tell, words } from './words.ts';
import type { Telling } from './words.ts';

interface Issued extends Telling {
  brand: Brand;
  accountId: string;
  to: string;
  language: Language;
}

/** Every charge and every refund is told of: by whom, how much with its tax, and how to take it back. */
export async function mailDocument(app: App, tx: Tx, issued: Issued): Promise<void> {
  const { brand, accountId, to, language, kind, facts } = issued;
  const said = words[language];
  const { title, number, total, vat, vatIncluded, lines } = tell(issued);
  const { trader, plan } = facts;
  const told = [
    `${title} ${number}`,
    `${plan}: ${total}`,
    `${vatIncluded}: ${vat}`,
    ...lines.map(({ label, value }) => `${label}: ${value}`),
    `${said.customer}: ${facts.customerId}`,
    `${said.trader}: ${trader.name}, ${trader.address}, ${trader.vat}`,
  ];
  await queueMail(tx, {
    brand,
    accountId,
    to,
    language,
    template: kind === 'receipt' ? 'receipt' : 'refund_receipt',
    data: { link: `${siteOrigin(app, brand)}/profile#plan`, total, plan, facts: told.join('\n') },
  });
}
