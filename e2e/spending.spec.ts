import { sql } from 'kysely';
import { readSpending } from '#contract/billing/spending.ts';
import { askApi } from './ask-api.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { buyButton, cardField, cards, expectPaid, openPayment, typeCard } from './pay-pages.ts';
import { words } from './words.ts';

test.describe.configure({ timeout: 120_000 });

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('a limit of one’s own holds at the checkout, and nothing that was typed is lost', async ({ page }) => {
    const brand = 'lunaria';
    const t = (key: string) => words(brand, 'spending', key);
    const member = await openPayment(page, brand, { plan: 'credits-300' });
    // A member without a limit gets no hint.
    await expect(page.getByText(t('checkout.yours'))).toHaveCount(0);

    await follow(page, '/profile#spending');
    const panel = page.getByRole('dialog');
    await panel
      .getByRole('button', { name: t('limits.setOne').replace('{{period}}', t('limits.week')) })
      .click();
    const euros = panel.getByLabel(t('limit.euros'));
    await euros.fill('0');
    await panel.getByRole('button', { name: t('limit.save') }).click();
    await expect(euros).toBeFocused();
    await euros.fill('30');
    await panel.getByRole('button', { name: t('limit.save') }).click();
    await expect(panel.getByRole('meter', { name: t('limits.week') })).toBeVisible();
    await expectAccessible(page);
    // A higher one waits, and can be taken back.
    await panel
      .getByRole('button', { name: t('limits.changeOne').replace('{{period}}', t('limits.week')) })
      .click();
    await panel.getByLabel(t('limit.euros')).fill('100');
    await panel.getByRole('button', { name: t('limit.save') }).click();
    await panel.getByRole('button', { name: t('limits.takeBack') }).click();
    await expect(panel.getByRole('button', { name: t('limits.takeBack') })).toHaveCount(0);

    await follow(page, '/purchase/pay');
    await expect(page.getByText('restano 30,00 € di 30,00 €', { exact: false })).toBeVisible();
    await typeCard(page, cards.good);
    await buyButton(page).click();
    await expectPaid(page, brand);

    await page.evaluate(() => sessionStorage.setItem('chosenPlan', 'credits-100'));
    await follow(page, '/purchase/pay');
    const hint = page.getByText('questa settimana restano 5,10 €', { exact: false });
    await expect(hint).toBeVisible();
    await expectAccessible(page);
    await typeCard(page, cards.good);
    await buyButton(page).click();
    const refusal = page.getByRole('alert').filter({ hasText: t('checkout.title') });
    await expect(refusal).toContainText('questa settimana restano 5,10 €');
    await expect(refusal).toContainText(t('checkout.nothing'));
    await expect(cardField(page, 'number')).toHaveValue('4111 1111 1111 1111');
    await expect(cardField(page, 'securityCode')).toHaveValue('737');
    await expect(cardField(page, 'lastName')).toHaveValue('Rossi');
    const { totalCents } = await askApi(
      readSpending,
      { trackerId: member.trackerId },
      { brand, token: member.token },
    );
    expect(totalCents).toBe(2_490);
  });
});

test.describe('at a desk', () => {
  test.use({ viewport: desktop });

  test('any visitor can read the figures of a brand, and how they are computed', async ({ page }) => {
    const brand = 'verbena';
    const t = (key: string) => words(brand, 'trust', key);
    let members = 0;
    await inDatabase(async (db) => {
      await sql`
        insert into trust_snapshot (brand_id, day, computed_at, member_profiles, staff_profiles, ai_profiles, host_replies,
          host_reply_seconds, member_replies, member_reply_seconds, reports, reports_in_time, refunds, refunded_cents, minutes,
          minutes_up, measured_since)
        select b.id, to_char(d, 'YYYY-MM-DD'), d, 200 + 5 * n, 90, 12, 500, 400 - 9 * n, 300, 5000 + 60 * n, 40, 38, 4, 9900,
          43200, 43180 + n, now() - interval '200 days'
        from brand b
        cross join lateral (select n, now() - (10 - n) * interval '1 month' as d from generate_series(1, 10) n) as months
        where b.key = ${brand} on conflict do nothing`.execute(db);
      // Today's may be computed already.
      const newest = await db
        .selectFrom('trust_snapshot as s')
        .innerJoin('brand as b', 'b.id', 's.brand_id')
        .select('s.member_profiles as count')
        .where('b.key', '=', brand)
        .orderBy('s.day', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      members = newest.count;
    });
    await page.goto(siteUrl(brand));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words(brand, 'shell', 'footer.trust') })
      .click();
    await expect(page).toHaveURL(siteUrl(brand, '/trust'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: String(members) })
        .first(),
    ).toBeVisible();
    await expect(page.getByText('99,97')).not.toHaveCount(0);
    // Four refunds would tell of four people.
    const refunds = page.getByRole('region', { name: t('refunds.title') });
    await expect(refunds).toContainText(t('few'));
    await expect(refunds).toContainText(t('refunds.how'));
    await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(11);
    await expectAccessible(page);
  });
});
