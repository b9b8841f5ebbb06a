import { makeConfirmToken } from '#testing/accounts/link-tokens.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo, tokenIn } from '#testing/platform/mails.ts';
import { confirmEmail } from '../own-email.ts';
import { acceptTerms } from './consents.ts';
import { register } from './register.ts';

const DOUBLE_OPT_IN = '11';

test('where the address must be confirmed, the welcome comes after that', async ({ db, world }) => {
  const visitor = stranger(world);
  const { result } = await register(visitor, { member: newcomer({ flowId: DOUBLE_OPT_IN }) });
  const { email } = result.user;
  const templates = async () => (await mailsTo(db, email)).map(({ template }) => template);
  expect(await templates()).toEqual(['confirm_email']);
  const [mail] = await mailsTo(db, email);
  await confirmEmail({ ...visitor, linkToken: await tokenIn(visitor.app, mail) }, {});
  expect(await templates()).toEqual(['confirm_email', 'welcome']);
});

test('a member who has still to accept the terms is welcomed when they do, once', async ({ db, world }) => {
  const anna = await world.member({ accepted: false });
  const { trackerId } = anna;
  const accept = () => acceptTerms(anna, { trackerId, terms: true, adult: true });
  await accept();
  await accept();
  expect((await mailsTo(db, anna.email)).map(({ template }) => template)).toEqual(['welcome']);
});

test('a member who need not confirm an address is not welcomed for doing so', async ({ app, db, world }) => {
  const marco = await world.member({ emailConfirmed: false });
  const linkToken = await makeConfirmToken(app.links, { ...marco, version: 0 }, marco.email);
  await confirmEmail({ ...world.visitor(), linkToken }, {});
  expect(await mailsTo(db, marco.email)).toEqual([]);
});

test('where both are missing, the welcome waits for both', async ({ app, db, world }) => {
  const anna = await world.member({ accepted: false, emailConfirmed: false, flowId: DOUBLE_OPT_IN });
  await acceptTerms(anna, { trackerId: anna.trackerId, terms: true, adult: true });
  expect(await mailsTo(db, anna.email)).toEqual([]);
  const linkToken = await makeConfirmToken(app.links, { ...anna, version: 0 }, anna.email);
  await confirmEmail({ ...world.visitor(), linkToken }, {});
  expect((await mailsTo(db, anna.email)).map(({ template }) => template)).toEqual(['welcome']);
});
