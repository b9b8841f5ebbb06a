/**
 * The id of a visitor, which stands in the addresses of calls (`/users/{trackerId}`). A tracker may make it, so it is
 * held to what cannot be taken for anything else there: a step up the path, or the word of another call.
 */
const shape = /^[A-Za-z0-9._~-]{1,128}$/;

const reserved: ReadonlySet<string> = new Set([
  '.',
  '..',
  'adyen',
  'applePay',
  'auth',
  'authenticate',
  'autoLogin',
  'changeEmail',
  'changePassword',
  'changePlan',
  'client',
  'confirmEmail',
  'consents',
  'createToken',
  'extSign_register',
  'getTokenForReset',
  'googlePay',
  'logout',
  'maxpay',
  'passkeys',
  'profile',
  'pushToken',
  'quote',
  'register',
  'removeCard',
  'removePushToken',
  'resendConfirmation',
  'resume',
  'spendingLimit',
  'spendingPause',
  'trustpay',
  'tryCharge',
  'unsubUser',
  'unsubscribe',
  'verify',
  'walk',
  'withdraw',
]);

export function isTrackerId(text: string): boolean {
  return shape.test(text) && !reserved.has(text);
}
