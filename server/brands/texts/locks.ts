/** Which texts stay as they are, and why. Links, prices and dates are no part of a text: they stay whatever it says. */

import type { TextChannel, TextLock } from '#contract/brand/texts.ts';

/** By the beginning or the whole of their keys; the first that fits counts. */
const locks: Record<TextChannel, readonly (readonly [TextLock, RegExp])[]> = {
  mail: [
    // Who answers for a profile of ours is said the same way everywhere.
    ['honesty', /^new_message\.labels\./],
    // Who we are, and the way to get no more of these mails.
    ['contract', /^layout\.(?!ended)/],
    ['security', /^layout\.ended\./],
    // What was bought, what it renews for, how one leaves and withdraws.
    ['contract', /^(?:receipt|refund_receipt|withdrawal_confirmed)\.(?:text|button|note)$/],
    ['contract', /^(?:renewal_notice|renewal_failed|plan_ended|plan_left)\.(?!heading$)/],
    ['contract', /^refund_refused\.text$/],
    // A statement of reasons says what was decided, why, and how one appeals.
    ['decisions', /^(?:moderation_refused|appeal_allowed|appeal_upheld|sanction_imposed|sanction_ended)\./],
    [
      'decisions',
      /^(?:moderation_approved\.verdicts|verification_refused\.reasons|account_disabled\.phrases)\./,
    ],
    ['decisions', /^account_disabled\.(?:text|note)$/],
    ['privacy', /^(?:account_closing|goodbye|data_ready|unsubscribe_link)\.(?!heading$|subject$)/],
    // What to do where it was another person.
    [
      'security',
      /^(?:confirm_new_email|email_changed|password_changed|access_ended|passkey_added)\.(?:text|note|button)$/,
    ],
    ['security', /^(?:reset_password|autologin|confirm_email|new_message|new_reactions|notice)\.note$/],
  ],
  push: [['honesty', /^kind\./]],
  telegram: [],
  popup: [
    ['consent', /^(?:acceptTerms|agreeAgain|cookieChoices)\b/],
    ['contract', /^(?:order|premiumCompliant)\b/],
    ['decisions', /^(?:accountDisabled|accountSuspended)\b/],
    ['privacy', /^closing\b/],
  ],
};

export function lockOf(channel: TextChannel, key: string): TextLock | null {
  return locks[channel].find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}
