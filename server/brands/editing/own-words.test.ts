import type { Language } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { StaffContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { renderSubject } from '#server/mails/render.ts';
import { previewNotifications } from '#server/notifications/messenger/preview.ts';
import { messengerWordsOf } from '#server/notifications/messenger/words.ts';
import { writePush } from '#server/notifications/push/words.ts';
import { expect, test as base } from '#testing/harness.ts';
import { readMails } from '#testing/platform/mails.ts';
import { makeEditedBrand } from '#testing/staff/edited-brand.ts';
import { atWork } from '#testing/staff/staff.ts';
import { makeBoot } from '../pages/boot.ts';
import { saveBrand } from '../save-brand.ts';
import { readBrandAsFile } from './brand-as-file.ts';
import { listTexts, previewMail, sendTestMail } from './brand-texts.ts';
import { readPart, saveDraft } from './drafts.ts';
import { checkProposal, publishProposal } from './publications.ts';

const test = base.extend('brand', ({ world }) => makeEditedBrand(world));

type Words = Record<string, Partial<Record<Language, string>>>;

/** A draft of a channel's words, as an editor saves it who has just read what is live. */
async function draft(context: StaffContext, brand: string, channel: string, words: Words) {
  const part = `texts:${channel}`;
  const live = await readPart(context, { brand, part }).catch(() => undefined);
  const { revision } = await saveDraft(context, {
    brand,
    part,
    content: { channel, words },
    revision: live?.draft?.revision ?? 0,
    basedOn: live?.live?.version ?? null,
  });
  return { brand, proposal: { of: 'drafts' as const, parts: [{ part, revision }] }, note: '' };
}

async function say(context: StaffContext, brand: string, channel: string, words: Words) {
  return publishProposal(context, await draft(context, brand, channel, words));
}

function pushOf(brand: Brand, language: Language, kind: 'message' | 'gift'): string {
  const anna = { profileId: 'a', screenName: 'Anna', kind: 'member', unread: 1, words: null } as const;
  const nameless = { id: '', accountId: '', origin: '', email: '', screenName: '' };
  return writePush({ ...nameless, kind, brand, language, senders: [anna], total: 1, count: 1 }).body;
}

const welcomeOf = (brand: Brand, language: Language) =>
  renderSubject({
    brand,
    language,
    template: 'welcome',
    data: { link: 'https://lunaria.example/', screenName: 'Marco' },
  });

test('words of a brand’s own reach its mails, pushes, bot and popups in that language alone, and no other brand’s', async ({
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  await say(ada, brand, 'mail', { 'welcome.subject': { it: 'Eccoti su {title}' } });
  await say(ada, brand, 'push', {
    'message.single': { it: 'Ha scritto proprio a te.' },
    'news.gift.text': { it: 'Un pensiero da {title}.' },
  });
  await say(ada, brand, 'telegram', { open: { it: 'Vieni a vedere' } });
  await say(ada, brand, 'popup', { 'outOfCredits.title': { it: 'Ancora una parola?' } });

  const [own, other] = [world.brand(brand), world.brand('lunaria')];
  const { title } = own.settings;
  expect(welcomeOf(own, 'it')).toBe(`Eccoti su ${title}`);
  expect(welcomeOf(own, 'en')).toBe(`Welcome to ${title}`);
  expect(welcomeOf(other, 'it')).not.toContain('Eccoti');
  expect(pushOf(own, 'it', 'message')).toBe('Ha scritto proprio a te.');
  expect(pushOf(own, 'it', 'gift')).toBe(`Un pensiero da ${title}.`);
  expect([pushOf(own, 'en', 'message'), pushOf(other, 'it', 'message')]).toEqual([
    'Wrote to you.',
    'Ti ha scritto.',
  ]);
  expect([own, other].map((each) => messengerWordsOf(each, 'it').open)).toEqual(['Vieni a vedere', 'Apri']);
  const visitor = await world.member();
  const boot = (each: Brand, language: Language) =>
    makeBoot({ ...visitor, brand: each, brandId: each.id, language }, { path: '/' }).words;
  expect(boot(own, 'it')).toEqual({ 'outOfCredits.title': 'Ancora una parola?' });
  expect([boot(own, 'en'), boot(other, 'it')]).toEqual([undefined, undefined]);
});

test('words that lack a name, have another, or stand for what the law asks for are refused, each at its place', async ({
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const mails = await draft(ada, brand, 'mail', {
    'welcome.subject': { it: 'Benvenuto {nome}', en: 'Welcome to {title}' },
    'renewal_notice.text': { it: 'Tutto come prima.' },
    'welcome.nothing': { it: 'x' },
    'welcome.heading': { fr: ' ' },
  });
  const failure = (await publishProposal(ada, mails).catch(
    (error: unknown) => error,
  )) as Failure<'brand.invalid'>;
  expect(failure).toBeInstanceOf(Failure);
  const said = failure.details.problems.map(({ part, path, what }) =>
    [part, ...path.slice(1), what].join(' '),
  );
  expect(said.toSorted()).toEqual([
    'texts:mail renewal_notice.text this text stays as it is (contract)',
    'texts:mail welcome.heading fr is empty; lacks {screenName}',
    'texts:mail welcome.nothing there is no text welcome.nothing in mail',
    'texts:mail welcome.subject it lacks {title}; has {nome}, which stands for nothing here',
  ]);
  const bot = await draft(ada, brand, 'telegram', { help: { it: 'Questo bot ti avvisa su {title}.' } });
  const { problems } = await checkProposal(ada, bot);
  expect(problems.filter(({ blocks }) => blocks).map(({ what }) => what)).toEqual(['lacks /stop']);
  const popups = await draft(ada, brand, 'popup', {
    'outOfCredits.text': { it: 'Il piano non è disdicibile.' },
  });
  const found = await checkProposal(ada, popups);
  expect(found).toMatchObject({ publishable: false });
  expect(found.problems.map(({ kind }) => kind)).toContain('unlawful');
});

test('labels of profiles of ours, statements of reasons and consent stay in our words', async ({
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const locksOf = async (channel: 'mail' | 'push' | 'popup', ...keys: string[]) => {
    const { texts } = await listTexts(ada, { brand, channel });
    return keys.map((key) => texts.find((each) => each.key === key)?.lock);
  };
  expect(
    await locksOf(
      'mail',
      'new_message.labels.staff',
      'sanction_imposed.text',
      'receipt.note',
      'welcome.text',
    ),
  ).toEqual(['honesty', 'decisions', 'contract', null]);
  expect(await locksOf('push', 'kind.ai', 'like.single')).toEqual(['honesty', null]);
  expect(await locksOf('popup', 'agreeAgain.text', 'cookieChoices.rejectAll', 'match.title')).toEqual([
    'consent',
    'consent',
    null,
  ]);
});

test('words go out with the brand’s file, come in with it, and what was ours before is ours again after a rollback', async ({
  app,
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const own = () => world.brand(brand);
  const ours = welcomeOf(own(), 'en');
  await say(ada, brand, 'mail', { 'welcome.subject': { en: 'Here you are, {title}' } });
  const second = await say(ada, brand, 'mail', { 'welcome.subject': { en: 'There you are, {title}' } });
  const file = await readBrandAsFile(app.db, own().id);
  expect(file?.texts).toEqual([
    { channel: 'mail', words: { 'welcome.subject': { en: 'There you are, {title}' } } },
  ]);
  await saveBrand(app.db, structuredClone(file) as never);
  expect(own().words.mail?.en).toEqual({ 'welcome.subject': 'There you are, {title}' });

  const publication = (second.publication ?? 0) - 1;
  await publishProposal(ada, { brand, proposal: { of: 'publication', publication }, note: '' });
  expect(welcomeOf(own(), 'en')).toContain('Here you are');
  await publishProposal(ada, { brand, proposal: { of: 'publication', publication: 1 }, note: '' });
  expect(welcomeOf(own(), 'en')).toBe(ours);
});

test('a try is shown on the real template, and sent to the caller alone, by the queue, as a test', async ({
  app,
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const tried = {
    brand,
    template: 'welcome',
    language: 'en' as const,
    words: [{ key: 'welcome.heading', text: 'So good to see you, {screenName} <3' }],
  };
  const shown = await previewMail(ada, tried);
  expect(shown.html).toContain('So good to see you, Marco &lt;3');
  const { to } = await sendTestMail(ada, tried);
  const [mail] = await readMails(app.db, { recipient: to });
  expect(mail).toMatchObject({ template: 'welcome', about_id: ada.staffId });
  expect(mail?.subject).toMatch(/^Test: Welcome to /);
  expect(mail?.html).toContain('So good to see you, Marco &lt;3');
  expect(
    await previewMail(ada, { ...tried, template: 'staff_invitation' }).catch((error: Failure) => error.code),
  ).toBe('request.not_found');
  const news = await previewNotifications(ada, {
    brand,
    language: 'en',
    push: [{ key: 'like.single', text: 'Has a soft spot for you.' }],
    telegram: [{ key: 'open', text: 'Have a look' }],
  });
  expect(news.push.map(({ body }) => body)).toContain('Has a soft spot for you.');
  expect(news.telegram.button).toBe('Have a look');
});
