import { Failure } from '#contract/kernel/errors.ts';
import type { VisitorContext } from '#server/app.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { signIn } from './sign-in.ts';

const at = (visitor: VisitorContext, network: number) => ({
  ...visitor,
  ip: `10.${network >> 8}.${network & 255}.7`,
});

/** How a try ends: with a token, or with a refusal. */
async function tryToEnter(visitor: VisitorContext, input: Parameters<typeof signIn>[1]) {
  return signIn(visitor, input).catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
}

const waitOf = (outcome: unknown) => {
  expect(outcome).toMatchObject({ code: 'request.too_many' });
  return (outcome as Failure<'request.too_many'>).details.retryAfter;
};

/** Strangers guess from many networks, each as often as it is let. */
async function besiege(world: World, { email }: Member, networks: number): Promise<number> {
  let guesses = 0;
  for (let network = 1; network <= networks; network += 1) {
    for (let guess = 0; guess < 12; guess += 1) {
      const outcome = await tryToEnter(at(world.visitor(), network), { email, password: `guess ${guess}` });
      if (outcome instanceof Failure && outcome.code === 'login.wrong') guesses += 1;
      else break;
    }
  }
  return guesses;
}

test('strangers who guess from many networks slow each other down', async ({ world }) => {
  const marco = await world.member();
  expect(await besiege(world, marco, 200)).toBe(10);
});

test('a device that was let in before gets in while strangers guess', async ({ world }) => {
  const marco = await world.member();
  const { email, password } = marco;
  const { deviceToken } = await signIn(at(world.visitor(), 1), { email, password });
  await besiege(world, marco, 50);
  // Even from a network that has used up its tries, and wherever it goes.
  for (const network of [1, 2, 5_000]) {
    const again = await signIn(at(world.visitor(), network), { email, password, deviceToken });
    expect(again.deviceToken).toBe(deviceToken);
  }
});

test('an unknown caller waits, but never for long, and then gets in', async ({ app, world }) => {
  const marco = await world.member();
  const { email, password } = marco;
  await besiege(world, marco, 100);
  const visitor = at(world.visitor(), 6_000);
  const wait = waitOf(await tryToEnter(visitor, { email, password }));
  expect(wait).toBeGreaterThanOrEqual(10);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  app.clock.advance((wait - 2) * SECOND);
  // Strangers go on meanwhile.
  await besiege(world, marco, 100);
  const rest = waitOf(await tryToEnter(visitor, { email, password }));
  app.clock.advance(rest * SECOND);
  expect(await signIn(visitor, { email, password })).toMatchObject({ trackerId: marco.trackerId });
});

test('the wait grows with the failures and ends at a quarter of an hour', async ({ app, world }) => {
  const { email, password, brandId } = await world.member();
  await app.limits.hit('loginAnywhere', `${brandId}:${email}`, 120);
  expect(waitOf(await tryToEnter(at(world.visitor(), 1), { email, password }))).toBe(120);
  await app.limits.hit('loginAnywhere', `${brandId}:${email}`, 100_000);
  expect(waitOf(await tryToEnter(at(world.visitor(), 2), { email, password }))).toBe(15 * 60);
});

test('one wait is good for one try, however many come at its end', async ({ app, world }) => {
  const { email, brandId } = await world.member();
  await app.limits.hit('loginAnywhere', `${brandId}:${email}`, 30);
  const visitor = at(world.visitor(), 1);
  const guess = { email, password: 'guess' };
  app.clock.advance(waitOf(await tryToEnter(visitor, guess)) * SECOND);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => tryToEnter(visitor, guess)));
  expect(
    outcomes.filter((outcome) => outcome instanceof Failure && outcome.code === 'login.wrong'),
  ).toHaveLength(1);
});

test('a known device has ten tries too, and opens nothing by itself', async ({ world }) => {
  const marco = await world.member();
  const { email, password } = marco;
  const visitor = at(world.visitor(), 1);
  const { deviceToken } = await signIn(visitor, { email, password });
  for (let guess = 0; guess < 10; guess += 1) {
    const outcome = await tryToEnter(at(world.visitor(), guess), { email, password: 'guess', deviceToken });
    expect(outcome).toMatchObject({ code: 'login.wrong' });
  }
  waitOf(await tryToEnter(at(world.visitor(), 20), { email, password, deviceToken }));
  // Without it, it is a device like any other.
  await signIn(at(world.visitor(), 20), { email, password });
});

test('another account’s device token, or a made-up one, makes no device known', async ({ world }) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  const { deviceToken } = await signIn(at(world.visitor(), 1), paolo);
  await besiege(world, marco, 20);
  const made = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
  for (const foreign of [deviceToken, made, '', 'x', `${deviceToken}x`]) {
    const { email, password } = marco;
    const attempt = { email, password, deviceToken: foreign };
    expect(waitOf(await tryToEnter(at(world.visitor(), 9_000), attempt))).toBeGreaterThan(0);
  }
});

test('an address without an account makes strangers wait just the same', async ({ app, world }) => {
  const email = 'nobody-at-home@test.example';
  await app.limits.hit('loginAnywhere', `${world.visitor().brandId}:${email}`, 50);
  expect(waitOf(await tryToEnter(at(world.visitor(), 1), { email, password: 'x' }))).toBe(50);
  app.clock.advance(15 * MINUTE);
});
