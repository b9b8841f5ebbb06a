/** What search engines and link previews get: addresses, languages, and the same facts in their own vocabulary. */

import { countries } from '#contract/countries/list.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import { LANGUAGE_PARAMETER, languages } from '#contract/kernel/languages.ts';
import { escapeHtml, unescapeHtml } from '#contract/kernel/text.ts';
import type { VisitorContext } from '#server/app.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import type { Brand } from '../directory.ts';
import type { PageData } from './page-source.ts';
import { SHARE_PICTURE, sharePath } from './share-picture.ts';

type AtBrand = Pick<VisitorContext, 'app' | 'brand'>;

/** A page's one address in a language. The country's own language is the address without any. */
export function pageAddress({ app, brand }: AtBrand, path: string, language: Language): string {
  const usual = countries[brand.settings.country].language;
  const query = language === usual ? '' : `?${LANGUAGE_PARAMETER}=${language}`;
  return siteOrigin(app, brand) + path + query;
}

/** A made-up company is nothing to be found by a search. */
export function isListed({ settings }: Brand): boolean {
  return !settings.demo;
}

export interface PageFacts {
  context: VisitorContext;
  path: string;
  title: string;
  description: string;
  /** The page is public and the same for all, so that it may be found by a search. */
  indexed: boolean;
  pageData: PageData;
}

/** The tags of a page's head that are for machines. */
export function headTags(facts: PageFacts): string[] {
  const { context, path, title, description, indexed } = facts;
  const { brand, language } = context;
  const address = pageAddress(context, indexed ? path : '/', language);
  const picture = siteOrigin(context.app, brand) + sharePath(brand, language);
  const property = (name: string, content: string | number) =>
    `<meta property="og:${name}" content="${escapeHtml(String(content))}">`;
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...(indexed && isListed(brand) ? [] : ['<meta name="robots" content="noindex">']),
    ...(indexed ? languageLinks(context, path) : []),
    property('type', 'website'),
    property('site_name', brand.settings.title),
    property('title', title),
    property('description', description),
    property('url', address),
    property('locale', languages[language].locale.replace('-', '_')),
    property('image', picture),
    property('image:width', SHARE_PICTURE.width),
    property('image:height', SHARE_PICTURE.height),
    property('image:alt', `${brand.settings.title}: ${brand.settings.tagline[language]}`),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(indexed ? [structuredData(facts, address)] : []),
  ];
}

function languageLinks(context: VisitorContext, path: string): string[] {
  const usual = countries[context.brand.settings.country].language;
  const alternate = (code: string, language: Language) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(pageAddress(context, path, language))}">`;
  return [
    `<link rel="canonical" href="${escapeHtml(pageAddress(context, path, context.language))}">`,
    ...LANGUAGES.map((language) => alternate(language, language)),
    alternate('x-default', usual),
  ];
}

/** Facts of the brand and of this page in the words of schema.org. Nothing stands here that the page does not show. */
function structuredData({ context, path, pageData }: PageFacts, address: string): string {
  const { app, brand, language } = context;
  const { title, company, support, description } = brand.settings;
  const home = `${siteOrigin(app, brand)}/`;
  const organization = {
    '@type': 'Organization',
    '@id': `${home}#organization`,
    name: title,
    legalName: company.name,
    vatID: company.vat,
    address: company.address,
    url: home,
    logo: `${home}icons/512.png`,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: support.email },
    ...(path === '/' ? rating(brand, pageData.reviews) : {}),
  };
  const site = {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: title,
    description: description[language],
    url: home,
    inLanguage: language,
    publisher: { '@id': organization['@id'] },
  };
  const questions = pageData.legal?.page === 'faq' ? questionsIn(pageData.legal.html) : [];
  const faq =
    questions.length > 0
      ? [{ '@type': 'FAQPage', url: address, inLanguage: language, mainEntity: questions }]
      : [];
  const graph = { '@context': 'https://schema.org', '@graph': [organization, site, ...faq] };
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`;
}

/** The average of what members wrote. Reviews that were made up for a demonstration do not count. */
function rating({ settings }: Brand, reviews: PageData['reviews']): object {
  if (settings.demo || !reviews || reviews.total === 0 || reviews.average === null) return {};
  if (reviews.reviews.some(({ demo }) => demo)) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Math.round(reviews.average * 10) / 10,
      reviewCount: reviews.total,
      bestRating: 5,
      worstRating: 1,
    },
  };
}

/** The questions of a page of ours, each a heading that asks something, and what follows it. */
function questionsIn(html: string): object[] {
  return html.split(/(?=<h2\b)/).flatMap((part) => {
    const [whole, heading = ''] = /^<h2\b[^>]*>(.*?)<\/h2>/s.exec(part) ?? [];
    const question = plainText(heading);
    const answer = plainText(part.slice(whole?.length ?? 0));
    if (!question.endsWith('?') || answer === '') return [];
    return [{ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }];
  });
}

function plainText(html: string): string {
  return unescapeHtml(html.replaceAll(/<[^<>]+>/g, ' '))
    .replaceAll(/[ \t\n]+/g, ' ')
    .trim();
}

/** Calls are nothing to be found. Pages that are not either say so themselves, which only who may read them learns. */
export function robotsText(context: AtBrand): string {
  const calls = Object.values(hostPrefixes).map((prefix) => `Disallow: ${prefix}/`);
  const sitemap = isListed(context.brand)
    ? [`Sitemap: ${siteOrigin(context.app, context.brand)}/sitemap.xml`]
    : [];
  return ['User-agent: *', ...calls, 'Disallow: /console/', ...sitemap, ''].join('\n');
}

/** Every page that may be found, in every language, each with its translations. */
export function sitemapXml(context: AtBrand, indexedPaths: readonly string[]): string {
  const addressOf = (path: string, language: Language) => escapeHtml(pageAddress(context, path, language));
  const urls = indexedPaths.flatMap((path) => {
    const alternates = LANGUAGES.map(
      (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${addressOf(path, each)}"/>`,
    ).join('');
    return LANGUAGES.map((each) => `<url><loc>${addressOf(path, each)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}
