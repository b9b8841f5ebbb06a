import { LANGUAGES } from '#contract/kernel/constants.ts';
import { register } from '#server/accounts/signup/register.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test } from '#testing/harness.ts';
import { listConversations } from './conversation-list.ts';
import { readMessages } from './reading.ts';
import { sanitiseHtml, words } from './system-messages.ts';

async function signUp(visitor: VisitorContext): Promise<MemberContext> {
  const { result } = await register(visitor, { member: newcomer() });
  const { trackerId } = result;
  const row = await visitor.app.db
    .selectFrom('account as a')
    .innerJoin('profile as p', 'p.account_id', 'a.id')
    .select(['a.id as accountId', 'p.id as profileId'])
    .where('a.tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  return { ...visitor, ...row, trackerId, sessionId: row.accountId, walks: false, proven: true };
}

const welcomeOf = async (member: MemberContext) =>
  (await readMessages(member, { profileId: '000000' })).messages;

test('a new member finds a welcome of the brand, in their language', async ({ world }) => {
  const visitor = stranger(world);
  const marco = await signUp(visitor);
  expect(await listConversations(marco, {})).toMatchObject({
    unread: 1,
    rows: [{ profileId: '000000', screenName: 'Lunaria', notice: 'benvenuto', unread: 1 }],
  });
  expect(await welcomeOf(marco)).toMatchObject([
    { notice: 'benvenuto', text: words.it.welcome.replace('{title}', 'Lunaria') },
  ]);
  const claire = await signUp({ ...stranger(world), language: 'fr' });
  expect((await welcomeOf(claire))[0]!.text).toContain('Bienvenue');
});

test('a brand may have words of its own, of which only what is harmless is left', async ({ world }) => {
  const visitor = stranger(world);
  const text = '<p onclick="x()">Qui {title}</p><script>alert(1)</script>';
  const welcome = { it: text, es: '', en: '<script>x</script>', fr: text };
  const settings = { ...visitor.brand.settings, title: 'Fuoco & Fiamme', welcome };
  const at = { ...visitor, brand: { ...visitor.brand, settings } };
  expect((await welcomeOf(await signUp(at)))[0]!.text).toBe('<p>Qui Fuoco &amp; Fiamme</p>');
  // Where a brand has none in a language ours are there, and where nothing is left nothing is said.
  expect((await welcomeOf(await signUp({ ...at, language: 'es' })))[0]!.text).toContain('bienvenida');
  expect(await welcomeOf(await signUp({ ...at, language: 'en' }))).toEqual([]);
});

test('our own words are harmless as they are, and name the brand', () => {
  for (const language of LANGUAGES) {
    const { welcome } = words[language];
    expect(sanitiseHtml(welcome)).toBe(welcome);
    expect(welcome.match(/\{\w+\}/g)).toEqual(['{title}']);
  }
});
