import { countries } from '../../contract/countries/list.ts';
import { createToken } from '../billing/payments/orders.ts';
import { tryCharge } from '../billing/payments/pay-by-card.ts';
import type { Brand } from '../brands/directory.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import type { App, MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { trialAccounts } from './accounts.ts';
import { demoBrand } from './brand.ts';
import { hasPlan, recordCompletedStep } from './queries.ts';
import type { CompletedStep } from './queries.ts';

const DEMO_CARD = {
  firstName: 'Demo',
  lastName: 'Demo',
  number: '4111111111111111',
  month: '03',
  year: '2035',
  securityCode: '737',
};

/** The accounts that have a plan buy it as anybody would, where nothing is real money. */
export async function seedPlans(app: App, brand: Brand, completed: CompletedStep): Promise<void> {
  for (const { accountId, profileId, plan } of trialAccounts(demoBrand(brand))) {
    if (plan === null || !app.providers.sandbox || (await hasPlan(app.db, brand.id, accountId))) continue;
    const buyer: MemberContext = {
      ...app,
      brand,
      brandId: brand.id,
      origin: siteOrigin(app, brand),
      ip: '127.0.0.1',
      userAgent: 'demo',
      language: countries[brand.settings.country].language,
      accountId,
      profileId,
      trackerId: '',
      sessionId: '',
    };
    const { token } = await createToken(buyer, { trackerId: '', productId: plan });
    const { outcome } = await tryCharge(buyer, { trackerId: '', card: { ...DEMO_CARD, token } });
    if (outcome !== 'success') app.log.warn({ outcome }, 'a demo account could not buy its plan');
  }
  await transact(app.db, (tx) => recordCompletedStep(tx, completed));
}
