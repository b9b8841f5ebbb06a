/**
 * What the console and the page in its preview frame say to each other. Both are served on one origin; the page takes
 * nothing from any other.
 */

import type { Boot } from '#contract/brand/boot.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import type { PreviewMode } from '#contract/staff/brand-preview.ts';
import type { CompleteThemeTokens } from '#contract/theme/tokens.ts';

/** Where the page is served. */
export const PREVIEW_PAGE = '/console/preview';

/** The members' pages that can be shown. A mail is no page of the site: the console shows it by itself. */
export const previewPages = ['landing', 'search', 'card', 'person', 'chat', 'plans', 'paywall'] as const;
export type PreviewPage = (typeof previewPages)[number];

/** The words of a paywall as they stand in a form; those that are absent are the product's own. */
export interface PaywallWords {
  title?: string;
  text?: string;
  button?: string;
}

/** What is shown besides the brand. All of it is optional: made-up people stand in for what is absent. */
export interface PreviewData {
  /** Who is on the card, on the page, or talked to: any of the fields that members see of a person. */
  person?: Partial<Person>;
  /** Which paywall stands over the page, and its words where they are not those of the flow. */
  paywall?: { name: PaywallName; words?: PaywallWords };
}

/** From the console: show this. */
export interface ShowPreview {
  kind: 'show-preview';
  page: PreviewPage;
  boot: Boot;
  theme: CompleteThemeTokens;
  language: Language;
  mode: PreviewMode;
  data: PreviewData;
}

/** From the page: it has started and waits for what to show. */
export interface PreviewReady {
  kind: 'preview-ready';
}
