import { expect, test } from 'vitest';
import { MovableClock } from '#testing/movable-clock.ts';
import { isAppleGateway, sandboxSession } from './apple-pay.ts';

test.for([
  'https://apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway-pr-pod5-dr.apple.com/paymentservices/startSession',
  'https://cn-apple-pay-gateway-sh-pod3.apple.com/paymentservices/startSession',
  'https://cn-apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
])('%s is Apple’s', (address) => {
  expect(isAppleGateway(address)).toBe(true);
});

test.for([
  'https://apple.com/',
  'https://store.apple.com/',
  'https://apple-pay-gateway.apple.com@evil.example/',
  'https://apple-pay-gateway.apple.com.evil.example/',
  'https://apple-pay-gateway-.apple.com/',
  'https://apple-pay-gateway.evil.apple.com/',
  'ftp://apple-pay-gateway.apple.com/',
])('%s is not', (address) => {
  expect(isAppleGateway(address)).toBe(false);
});

test('a stand-in session looks like Apple’s and lasts as long', () => {
  const clock = new MovableClock();
  const request = { validationUrl: '', merchantId: 'merchant.x', merchantName: 'X', domain: 'x.example' };
  expect(sandboxSession(request, clock)).toMatchObject({
    merchantIdentifier: 'merchant.x',
    displayName: 'X',
    domainName: 'x.example',
    epochTimestamp: clock.now().getTime(),
    expiresAt: clock.now().getTime() + 300_000,
  });
});
