import type { Language } from '#contract/kernel/constants.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import { dayInWords } from '#server/countries/local-time.ts';
import { queueMail } from '#server/mails/mail.ts';
import type { DataOf } from '#server/mails/templates.ts';
import { fill, words } from '#server/mails/templates.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import type { AccountMoney } from './account-money.sql.ts';

interface About {
  brandId: string;
  accountId: string;
  plan: { name: LocalText };
  /** Where they are known already. */
  owner?: AccountMoney['owner'];
}
type Template = 'renewal_notice' | 'renewal_failed' | 'plan_ended' | 'plan_left';
interface Speech {
  language: Language;
  /** The plan's name. */
  plan: string;
  origin: string;
  day(date: Date): string;
  money(cents: number): string;
}

/** A member whose account is gone gets no mail. */
async function mailMember<T extends Template>(
  app: App,
  db: DbOrTx,
  { brandId, accountId, plan, owner }: About,
  template: T,
  say: (speech: Speech) => DataOf<T>,
): Promise<void> {
  const brand = app.brands.byId(brandId);
  const buyer = owner ?? (await readBuyer(db, brandId, accountId));
  if (!brand || !buyer) return;
  const { language, email: to } = buyer;
  const data = say({
    language,
    plan: plan.name[language],
    origin: siteOrigin(app, brand),
    day: (date) => dayInWords(date, language, brand.settings.country),
    money: (cents) => formatMoney(cents, language),
  });
  await queueMail(db, { brand, accountId, to, language, template, data });
}

export function mailNotice(
  app: App,
  db: DbOrTx,
  about: About & { amountCents: number; chargeAt: Date },
): Promise<void> {
  return mailMember(app, db, about, 'renewal_notice', ({ plan, origin, day, money }) => ({
    link: `${origin}/profile#plan`,
    plan,
    amount: money(about.amountCents),
    date: day(about.chargeAt),
  }));
}

/** With the way to pay it by hand. */
export function mailFailure(
  app: App,
  db: DbOrTx,
  about: About & { amountCents: number; purchaseId: string; endsAt: Date },
): Promise<void> {
  return mailMember(app, db, about, 'renewal_failed', ({ plan, origin, day, money }) => ({
    link: `${origin}/purchase/pay?rinnovo=${about.purchaseId}`,
    plan,
    amount: money(about.amountCents),
    date: day(about.endsAt),
  }));
}

export function mailPlanEnded(app: App, db: DbOrTx, about: About): Promise<void> {
  return mailMember(app, db, about, 'plan_ended', ({ plan, origin }) => ({
    link: `${origin}/vip_plan/cred`,
    plan,
  }));
}

export function mailPlanLeft(
  app: App,
  db: DbOrTx,
  about: About & { endsAt: Date; refundCents: number },
): Promise<void> {
  const later = about.endsAt > app.clock.now();
  return mailMember(app, db, about, 'plan_left', ({ language, plan, origin, day, money }) => {
    const { ends } = words[language].plan_left;
    const end = later ? ends.later : about.refundCents > 0 ? ends.refunded : ends.now;
    const what = fill(end, { date: day(about.endsAt), refund: money(about.refundCents) });
    return { link: `${origin}/profile#plan`, plan, what };
  });
}
