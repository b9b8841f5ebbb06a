import { UNSENT_REFUNDS_A_DAY } from '#contract/kernel/constants.ts';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import type { Config } from '../config/config.ts';

/** How often something may be tried. What a key is depends on the limit: a device, an account, a network address. */
export interface Rule {
  /** How many; without it, as many as come. */
  setting?: keyof Config['limits'];
  most?: number;
  /** Within any stretch of time of this length. */
  within: number;
  byAddress?: boolean;
  /** Asked so often that without Redis each node counts for itself. */
  perNode?: boolean;
}

export const limitRules = {
  signupDevice: { setting: 'signupsPerDevice', within: HOUR },
  signupAddress: { setting: 'signupsPerAddress', within: HOUR, byAddress: true },
  /** One account from one network. */
  loginAccount: { setting: 'loginsPerAccount', within: 15 * MINUTE },
  /** One account from a device that was let in before. */
  loginDevice: { setting: 'loginsPerAccount', within: 15 * MINUTE },
  /** One account from anywhere. */
  loginAnywhere: { within: 15 * MINUTE },
  /** When a network first had to wait. */
  loginWait: { most: 1, within: 30 * MINUTE },
  loginAddress: { setting: 'loginsPerAddress', within: 15 * MINUTE, byAddress: true },
  /** One e-mail address from one network. */
  resetNetwork: { setting: 'resetsPerEmail', within: HOUR },
  /** Mails to one e-mail address. */
  resetEmail: { setting: 'resetsPerEmail', within: HOUR },
  resetAddress: { setting: 'resetsPerAddress', within: HOUR, byAddress: true },
  /** Links to refuse mails: to one e-mail address from one network, to it from anywhere, and to any. */
  unsubscribeNetwork: { setting: 'resetsPerEmail', within: HOUR },
  unsubscribeEmail: { setting: 'resetsPerEmail', within: HOUR },
  unsubscribeAddress: { setting: 'resetsPerAddress', within: HOUR, byAddress: true },
  confirmAccount: { setting: 'confirmationsPerAccount', within: HOUR },
  /** Mails that one person of the staff has sent to people who are to work here. */
  staffInvitations: { most: 60, within: HOUR },
  /** Pictures for pages of brands that one person uploads. */
  pictureStaff: { most: 300, within: HOUR },
  /** Hostnames that one person of the staff has asked for. */
  hostnameChecks: { most: 120, within: HOUR },
  /** Mails for a try that one person of the staff has sent to themselves. */
  testMails: { most: 30, within: HOUR },
  /** Drafts and translations that one host asks a model for. */
  draftStaff: { most: 120, within: HOUR },
  translationStaff: { most: 1_000, within: HOUR },
  /** Statements of a bank that one person uploads. */
  statementStaff: { most: 60, within: HOUR },
  uploadAccount: { setting: 'uploadsPerAccount', within: HOUR },
  chatPhotoAccount: { setting: 'chatPhotosPerAccount', within: HOUR },
  exportAccount: { setting: 'exportsPerAccount', within: DAY },
  searchAccount: { setting: 'searchesPerAccount', within: MINUTE, perNode: true },
  searchAddress: { setting: 'searchesPerAddress', within: MINUTE, byAddress: true, perNode: true },
  /** Rows and lines that visitors leave behind: events, consents, faults of their browsers. */
  loggedRowsAddress: { setting: 'loggedRowsPerAddress', within: MINUTE, byAddress: true, perNode: true },
  reportAccount: { setting: 'reportsPerAccount', within: DAY },
  /** An account, or the address that a visitor without one gives. */
  contactWriter: { setting: 'contactsPerWriter', within: HOUR },
  contactAddress: { setting: 'contactsPerAddress', within: HOUR, byAddress: true },
  chargeAccount: { setting: 'chargesPerAccount', within: HOUR },
  chargeAddress: { setting: 'chargesPerAddress', within: HOUR, byAddress: true },
  passwordAccount: { setting: 'passwordsPerAccount', within: 15 * MINUTE },
  /** New passwords, each of which costs a hash. */
  passwordChange: { setting: 'passwordsPerAccount', within: 15 * MINUTE },
  /** How often the funnel counts that a member had no credits left. */
  creditsShortAccount: { most: 10, within: MINUTE, perNode: true },
  /** Searches in conversations. */
  conversationSearchAccount: { most: 120, within: MINUTE, perNode: true },
  /** Signs on messages. */
  messageReactionAccount: { most: 60, within: MINUTE, perNode: true },
  /** Credits that came back with unsent messages. */
  unsentRefundAccount: { most: UNSENT_REFUNDS_A_DAY, within: DAY },
  messageDay: { setting: 'messagesPerDay', within: DAY },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof limitRules;
export const limitNames = Object.keys(limitRules) as LimitName[];
