import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import { isDisposable, maskEmail, normalEmail } from './email-address.ts';

test('an address is a name at a host with a dot', () => {
  const good = ['x@y.z', 'anna.rossi+lunaria@posta.example', 'niccolò@città.example', 'a@b.c.d'];
  const bad = [
    '',
    'a',
    '@b.c',
    'a@',
    'a@b',
    'a@b.',
    'a@.b',
    'a@b..c',
    'a@@b.c',
    'a@b@c.d',
    'a@b.-c',
    'a@-b.c',
  ];
  const hostile = [
    'a@b.c\r\nBcc: x@y.z',
    'a,b@c.d',
    '<a@b.c>',
    '"a"@b.c',
    'a@b.c;d@e.f',
    'a\u202e@b.c',
    'a\ud800@b.c',
  ];
  for (const email of good) expect([email, isEmailAddress(email)]).toEqual([email, true]);
  for (const email of [...bad, ...hostile, `${'a'.repeat(65)}@b.c`, `a@${'b.'.repeat(130)}c`])
    expect([email, isEmailAddress(email)]).toEqual([email, false]);
});

test('the usual spelling is the same however often it is taken', () => {
  expect(normalEmail(' Anna @Posta.Example\t')).toBe('anna@posta.example');
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      expect(normalEmail(normalEmail(email))).toBe(normalEmail(email));
    }),
  );
});

test('addresses that are thrown away are known, and so are hosts below them', () => {
  expect(isDisposable('a@mailinator.com')).toBe(true);
  expect(isDisposable('a@box.mailinator.com')).toBe(true);
  expect(isDisposable('a@mailinator.com.example')).toBe(false);
  expect(isDisposable('mailinator.com@posta.example')).toBe(false);
});

test('a masked address is recognised by its owner, and by no one else', () => {
  expect(maskEmail('marco.rossi@posta.example')).toBe('m•••i@p•••.example');
  expect(maskEmail('ab@posta.example')).toBe('a•••@p•••.example');
  expect(maskEmail('a@posta.example')).toBe('•••@p•••.example');
});
