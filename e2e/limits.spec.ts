import type { Page } from '@playwright/test';
import { setReserved } from '#server/profiles/reserved-profiles.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { freshMember, signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { words } from './words.ts';

const brand = 'lunaria';
const t = (file: string, key: string, values: Record<string, string> = {}) =>
  words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => String(values[name]));
const popup = (page: Page) => page.getByRole('dialog');

/** A woman of the staff's in Lombardy whom no other journey meets: the first of them, or the last. */
async function staffProfile(which: 'asc' | 'desc', region = 'Lombardia') {
  let found = { id: '', name: '', brandId: '' };
  await inDatabase(async (db) => {
    found = await db
      .selectFrom('profile as p')
      .innerJoin('brand as b', 'b.id', 'p.brand_id')
      .select(['p.id', 'p.screen_name as name', 'p.brand_id as brandId'])
      .where('b.key', '=', brand)
      .where('p.kind', '=', 'staff')
      .where('p.gender', '=', 'female')
      .where('p.region', '=', region)
      .$if(which === 'asc', (query) => query.where('p.reserved', '=', false))
      .orderBy('p.id', which)
      .limit(1)
      .executeTakeFirstOrThrow();
  });
  return found;
}

type StaffProfile = Awaited<ReturnType<typeof staffProfile>>;

/** Keeps a profile for those who have paid, or no longer, as an operator's command does. */
async function setReservedAs({ id: profileId, brandId }: StaffProfile, reserved: boolean): Promise<void> {
  await inDatabase(async (db) => {
    await setReserved({ db }, { brandId, profileId, reserved }, { actor: { kind: 'system' } });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('a flow with free pages opens so many, and then says what opens the others', async ({ page }) => {
    await signInAs(page, brand, await signUpBehindTheScenes(brand, '15', { region: 'Lombardia' }));
    await page.goto(siteUrl(brand, '/find'));
    const next = page.getByRole('button', { name: t('find', 'pager.next') });
    const at = (number: number) => page.getByText(new RegExp(`pagina ${number} di \\d+`));
    for (const number of [2, 3]) {
      await next.click();
      await expect(at(number)).toBeVisible();
    }
    await next.click();
    await expect(popup(page).getByRole('heading', { name: 'Hai girato tre pagine' })).toBeVisible();
    await popup(page)
      .getByRole('button', { name: t('popups', 'later') })
      .click();
    await expect(popup(page)).toBeHidden();
    await expect(at(3)).toBeVisible();
  });

  test('a reserved profile is shut to who has not paid, until an operator opens it', async ({ page }) => {
    const desc = await staffProfile('desc');
    const { id, name } = desc;
    await setReservedAs(desc, true);
    await signInAs(page, brand, await signUpBehindTheScenes(brand, '16', { region: 'Lombardia' }));
    await page.goto(siteUrl(brand, `/user/${id}`));
    await expect(
      popup(page).getByRole('heading', { name: t('popups', 'profileLocked.title') }),
    ).toBeVisible();
    await expectAccessible(page);
    await popup(page)
      .getByRole('button', { name: t('popups', 'later') })
      .click();
    await expect(popup(page)).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: t('person', 'locked.plans') }).click();
    await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/profilo_bloccato'));
    await setReservedAs(desc, false);
    await follow(page, `/user/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(popup(page)).toBeHidden();
  });

  test('a profile of another region is behind the paywall, on its page and in an empty conversation', async ({
    page,
  }) => {
    const { id } = await staffProfile('asc', 'Sicilia');
    await signInAs(page, brand, await signUpBehindTheScenes(brand, '0000', { region: 'Lombardia' }));
    for (const path of [`/user/${id}`, `/chats/${id}`]) {
      await page.goto(siteUrl(brand, path));
      await expect(
        popup(page).getByRole('heading', { name: t('popups', 'changeRegion.title') }),
      ).toBeVisible();
      await popup(page)
        .getByRole('button', { name: t('popups', 'later') })
        .click();
      await expect(popup(page)).toBeHidden();
      await expect(page.getByText(t('person', 'elsewhere.title'))).toBeVisible();
      await expectAccessible(page);
    }
    await page.getByRole('link', { name: t('person', 'elsewhere.plans') }).click();
    await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cambia_regione'));
  });

  test('a page that the flow names is shown in a frame, once a session', async ({ page }) => {
    await signInAs(page, brand, await signUpBehindTheScenes(brand, '17'));
    await page.goto(siteUrl(brand, '/find'));
    const frame = page.frameLocator(`iframe[title="${t('popups', 'frame.title')}"]`);
    await expect(frame.getByRole('heading').first()).toBeVisible();
    await popup(page)
      .getByRole('button', { name: t('popups', 'ok') })
      .click();
    await expect(popup(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('list', { name: t('find', 'results') })).toBeVisible();
    await expect(popup(page)).toBeHidden();
  });
});

test.describe('on a desk', () => {
  test.use({ viewport: desktop });

  test('who really answers is said wherever a profile of the staff’s is shown or named', async ({ page }) => {
    const { id, name } = await staffProfile('asc');
    const label = t('shell', 'kind.staff');
    const { trackerId } = await freshMember(page, brand);
    await inDatabase(async (db) => {
      await db
        .insertInto('reaction')
        .columns(['brand_id', 'from_id', 'to_id', 'kind'])
        .expression(
          db
            .selectFrom('profile as p')
            .innerJoin('account as a', 'a.id', 'p.account_id')
            .select((s) => ['p.brand_id', s.val(id).as('from_id'), 'p.id', s.val('like').as('kind')])
            .where('a.tracker_id', '=', trackerId),
        )
        .execute();
    });
    // The page and its tab.
    await page.goto(siteUrl(brand, `/user/${id}`));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main').getByText(label)).toBeVisible();
    // The welcome is counted in the tab of every page.
    await expect(page).toHaveTitle(`(1) ${name} · ${label} · Lunaria`);
    // A like, and the notice of it.
    const toasts = page.getByRole('region', { name: t('shell', 'messages') });
    await page.getByRole('button', { name: t('people', 'like.give', { name }) }).click();
    await expect(popup(page).or(toasts).getByText(label).first()).toBeVisible();
    await page.keyboard.press('Escape');
    // The list of notifications, the conversation, its tab and its row.
    await follow(page, '/notifications');
    await expect(page.getByRole('listitem').filter({ hasText: name }).getByText(label)).toBeVisible();
    await follow(page, `/chats/${id}`);
    await expect(page).toHaveTitle(`(1) ${name} · ${label} · Lunaria`);
    await expect(page.getByRole('main').getByText(label).first()).toBeVisible();
    const list = page.getByRole('list', { name: t('chats', 'list') });
    await expect(list.getByRole('link', { name }).getByText(label)).toBeVisible();
    // What is asked before a block, what is said after it, and the list of those who are blocked.
    await follow(page, `/user/${id}`);
    await page.getByRole('button', { name: t('person', 'more') }).click();
    await page.getByRole('menuitem', { name: t('person', 'block.open') }).click();
    const dialog = page.getByRole('dialog', { name: t('person', 'block.title', { name }) });
    await expect(dialog.getByText(label)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('person', 'block.submit') }).click();
    await expect(toasts.getByText(`${t('person', 'block.done', { name })} · ${label}`)).toBeVisible();
    await follow(page, '/profile#blocked');
    const panel = page.getByRole('dialog', { name: t('profile', 'blocked.title') });
    await expect(panel.getByText(label)).toBeVisible();
    await expectAccessible(page);
  });
});
