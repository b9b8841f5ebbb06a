import pg from 'pg';
import { idInSql, tokenInSql } from '../chat/people.ts';
import type { Home } from '../people-statements.ts';
import { MEMBERS, PLAN } from './shape.ts';

/** So many have a plan where others buy: the tables of a shop that has been open for a while, and the plans of its statements. */
const SUBSCRIBERS = 20_000;

/** Members who are signed in, of a shop that has sold before. */
export function buyersOf(home: Home): string[] {
  const { brand } = literals(home);
  const country = pg.escapeLiteral(home.country);
  const everybody = `generate_series(1, ${MEMBERS}) as n`;
  return [
    ...subscribersOf(home, { subscriptions: SUBSCRIBERS, due: 0 }),
    `insert into profile (brand_id, id, kind, account_id, status, moderated_at, gender, screen_name, birth_year, country,
      region)
    select ${brand}, ${idInSql('profile', 'n')}, 'member', ${idInSql('account', 'n')}, 'visible', now(), 'male',
      'Member ' || n, 1985, ${country}, (select min(name) from region where country = ${country})
    from ${everybody}`,
    `insert into session (brand_id, id, account_id, token_hash, method, ip, user_agent, expires_at)
    select ${brand}, ${idInSql('session', 'n')}, ${idInSql('account', 'n')}, sha256(${tokenInSql('n')}::bytea),
      'password', '127.0.0.1', 'bench', now() + interval '30 days'
    from ${everybody}`,
  ];
}

/**
 * Members with a plan that renews, each with a card at the stand-in, the purchase that they agreed to it by, what they paid
 * and got for it, and the notice of what comes next. The first are due; the others are over the next weeks.
 */
export function subscribersOf(
  home: Home,
  { subscriptions, due }: { subscriptions: number; due: number },
): string[] {
  const { brand, flow, country } = literals(home);
  const everybody = `generate_series(1, ${subscriptions}) as n`;
  const plan = `(select * from plan where brand_id = ${brand} and product_id = ${pg.escapeLiteral(PLAN)}
    order by version desc limit 1) as p`;
  const ends = `case when n <= ${due} then now() - interval '1 minute'
    else now() + interval '1 day' + n * interval '20 seconds' end`;
  return [
    accountsOf(home, everybody, '2'),
    `insert into payment_method (brand_id, id, account_id, provider, token, kind, network, last_four, expiry_month, expiry_year)
    select ${brand}, ${idInSql('paymentMethod', 'n')}, ${idInSql('account', 'n')}, 'adyen',
      'sbx-success-visa-1111-3.2090-' || upper(lpad(to_hex(n), 16, '0')), 'card', 'visa', '1111', 3, 2090
    from ${everybody}`,
    `insert into subscription (brand_id, id, account_id, product_id, version, payment_method_id, state, period_start,
      period_end, period_credits, next_charge_at, created_at)
    select ${brand}, ${idInSql('subscription', 'n')}, ${idInSql('account', 'n')}, p.product_id, p.version,
      ${idInSql('paymentMethod', 'n')}, 'active', ends - interval '1 month', ends, p.credits, ends, ends - interval '1 month'
    from ${everybody}, ${plan}, lateral (select ${ends} as ends) as period`,
    `insert into purchase (brand_id, id, account_id, kind, product_id, version, flow_id, language, country, amount_cents,
      credits, state, subscription_id, fulfilled_at, created_at)
    select ${brand}, ${idInSql('purchase', 'n')}, s.account_id, 'plan', s.product_id, s.version, ${flow}, ${country},
      ${country}, p.total_cents, p.credits, 'fulfilled', s.id, s.created_at, s.created_at
    from ${everybody}, ${plan}, subscription s
    where s.brand_id = ${brand} and s.id = ${idInSql('subscription', 'n')}`,
    `insert into purchase_consent (brand_id, purchase_id, account_id, button, terms, text_hash, amount_cents,
      renewal_cents, period, immediate, language, created_at)
    select o.brand_id, o.id, o.account_id, 'Ordine con obbligo di pagare', 'Si rinnova ogni mese.',
      sha256('Si rinnova ogni mese.'), o.amount_cents, o.amount_cents, 'month', true, o.language, o.created_at
    from purchase o`,
    `insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents, state,
      outcome, reference, network, last_four, captured_cents, captured_at, created_at)
    select o.brand_id, ${idInSql('attempt', 'n')}, o.id, o.account_id, 'adyen', 'card', 'member', o.amount_cents,
      'captured', 'success', '${FIRST}-' || n, 'visa', '1111', o.amount_cents, o.created_at, o.created_at
    from ${everybody}, purchase o
    where o.brand_id = ${brand} and o.id = ${idInSql('purchase', 'n')}`,
    'alter table money_entry disable trigger user',
    `insert into money_entry (brand_id, transaction_id, line, account, provider, amount_cents, attempt_id, at)
    select a.brand_id, a.id, line, account, a.provider, cents, a.id, a.created_at
    from payment_attempt a, lateral (select round(a.amount_cents * 0.18)::integer as vat) as tax,
      lateral (values (1, 'processor', a.amount_cents), (2, 'sales', vat - a.amount_cents), (3, 'vat', -vat))
        as entry (line, account, cents)`,
    'alter table money_entry enable trigger user',
    `with held as (
      insert into balance (brand_id, account_id, message_credits)
      select o.brand_id, o.account_id, o.credits from purchase o)
    insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
    select o.brand_id, o.id, o.account_id, 'message', o.credits, 'purchase', 'purchase ' || o.id from purchase o`,
    `insert into renewal_notice (brand_id, subscription_id, period, kind, amount_cents, charge_at, sent_at)
    select s.brand_id, s.id, 2, 'before', p.total_cents, s.period_end, s.period_end - interval '3 days'
    from subscription s, ${plan}`,
  ];
}

/** What their payments of before are called. */
export const FIRST = 'first';

function accountsOf(home: Home, everybody: string, level: string): string {
  const { brand, flow, country } = literals(home);
  return `insert into account (brand_id, id, tracker_id, email, email_confirmed_at, flow_id, level, seeks, language,
      accepted_at, first_bought_at)
    select ${brand}, ${idInSql('account', 'n')}, 'click-' || n, 'member-' || n || '@people.example', now(), ${flow},
      ${level}, 'female', ${country}, now(), case when ${level} > 0 then now() - interval '1 month' end
    from ${everybody}`;
}

function literals({ brandId, flowId, country }: Home) {
  return {
    brand: `${pg.escapeLiteral(brandId)}::uuid`,
    flow: pg.escapeLiteral(flowId),
    country: pg.escapeLiteral(country),
  };
}
