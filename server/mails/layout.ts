import type { BrandSettings } from '#contract/brand/brand.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { escapeHtml } from '#contract/kernel/text.ts';
import type { Theme } from '#contract/theme/theme.ts';
import type { CssVariables } from '#contract/theme/tokens.ts';

/** Markup that is safe to send. Only `html` and `trusted` make it. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | undefined;

/** Every value is escaped unless it is markup itself, so it may stand in text and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.reduce((done, part, index) => done + markupOf(values[index - 1]) + part);
  return { markup };
}

/** For style sheets, whose colours were checked when they were derived. Never for anything a person typed. */
function trusted(markup: string): Html {
  return { markup };
}

function markupOf(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/** A line about a person: who it is and what there is of theirs. */
export interface PersonLine {
  name: string;
  /** Of a profile of ours: who answers for it. */
  label?: string | undefined;
  detail?: string | undefined;
  /** The beginning of what they wrote. */
  words?: string | undefined;
}

interface MailBody {
  language: Language;
  brand: BrandSettings;
  theme: Theme;
  subject: string;
  preview: string;
  heading: string;
  text: string;
  quote?: string | undefined;
  people?: readonly PersonLine[] | undefined;
  /** After the people: those who are not named. */
  more?: string | undefined;
  /** Without words for it the address itself is not shown. */
  action?: { label: string; link: string; copyLink: string | undefined } | undefined;
  note: string;
  /** Company, address, support: one line each. */
  footer: string[];
  settings?: { label: string; link: string } | undefined;
  unsubscribe?: { label: string; link: string } | undefined;
}

const serif = 'Georgia, Times New Roman, serif';
const sans = 'Helvetica Neue, Helvetica, Arial, sans-serif';

const headingFonts: Record<BrandSettings['theme']['headingFont'], string> = {
  Fraunces: serif,
  'Bricolage Grotesque': sans,
  Figtree: sans,
  'Instrument Sans': sans,
};

/**
 * One column that fits a phone. Pictures are blocked by many and SVG by nearly all, so the logo is the name in type.
 * Colours are inline for clients that drop style sheets; the style sheet only adds the dark ones.
 */
export function layout(body: MailBody): string {
  const {
    language,
    brand,
    theme,
    subject,
    preview,
    heading,
    text,
    quote,
    people,
    more,
    action,
    note,
    footer,
    settings,
    unsubscribe,
  } = body;
  const { light, dark } = theme;
  const font = `font-family:${sans};font-size:16px;line-height:1.5`;
  const headingFont = headingFonts[brand.theme.headingFont];
  const radius = Math.min(brand.theme.radius, 16);
  const muted = colour(light, '--muted');
  const ink = colour(light, '--ink');
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>${subject}</title>
        <style>
          ${styleSheet(dark)}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background:${colour(light, '--paper')}">
        <div style="display:none;max-height:0;overflow:hidden">
          ${preview}${trusted('&#8199;&#847; '.repeat(60))}
        </div>
        <table
          role="presentation"
          class="paper"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:${colour(light, '--paper')}"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
                <tr>
                  <td
                    class="ink"
                    style="padding:0 8px 24px;font-family:${headingFont};font-size:26px;font-weight:bold;color:${ink}"
                  >
                    ${brand.title}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="padding:32px;background:${colour(light, '--surface')};border:1px solid ${colour(light, '--line')};border-radius:${radius}px"
                  >
                    <h1
                      class="ink"
                      style="margin:0 0 16px;font-family:${headingFont};font-size:24px;line-height:1.25;color:${ink};overflow-wrap:anywhere"
                    >
                      ${heading}
                    </h1>
                    <p class="ink" style="margin:0;${font};color:${ink};overflow-wrap:anywhere">${text}</p>
                    ${quote === undefined ? undefined : quoteBlock(quote, light, font)}
                    ${people ? peopleBlock(people, light, font) : undefined}
                    ${more === undefined ? undefined : html`<p class="muted" style="margin:12px 0 0;${font};font-size:14px;color:${muted}">${more}</p>`}
                    ${action ? actionBlock(action, light, { font, radius: brand.theme.buttons === 'pill' ? 24 : radius }) : undefined}
                    <p
                      class="muted"
                      style="margin:24px 0 0;${font};font-size:14px;color:${muted};overflow-wrap:anywhere"
                    >
                      ${note}
                    </p>
                  </td>
                </tr>
                <tr>
                  <td class="muted" style="padding:24px 8px 0;${font};font-size:13px;color:${muted}">
                    ${footer.map((line) => html`<p style="margin:0 0 4px">${line}</p> `)}
                    ${settings ? html`<p style="margin:12px 0 0"><a class="muted" href="${settings.link}" style="color:${muted}">${settings.label}</a></p>` : undefined}
                    ${unsubscribe ? html`<p style="margin:${settings ? 4 : 12}px 0 0"><a class="muted" href="${unsubscribe.link}" style="color:${muted}">${unsubscribe.label}</a></p>` : undefined}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return page.markup;
}

type Action = NonNullable<MailBody['action']>;

function actionBlock(
  { label, link, copyLink }: Action,
  light: CssVariables,
  shape: { font: string; radius: number },
): Html {
  const { font, radius } = shape;
  const action = colour(light, '--action');
  const muted = colour(light, '--muted');
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
      <tr>
        <td class="action" bgcolor="${action}" style="background:${action};border-radius:${radius}px">
          <a
            class="on-action"
            href="${link}"
            style="display:inline-block;padding:12px 28px;${font};font-weight:bold;color:${colour(light, '--on-action')};text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    ${copyLink === undefined ? undefined : html`<p class="muted" style="margin:0;${font};font-size:14px;color:${muted}">${copyLink}<br /><a class="link" href="${link}" style="color:${colour(light, '--primary-text')};overflow-wrap:anywhere;word-break:break-all">${link}</a></p>`}`;
}

/** Photos would tell the sender when the mail is read, and many programs block them: the initial stands in for one. */
function peopleBlock(people: readonly PersonLine[], light: CssVariables, font: string): Html {
  const [ink, muted, soft] = [colour(light, '--ink'), colour(light, '--muted'), colour(light, '--soft')];
  const line = `border-top:1px solid ${colour(light, '--line')}`;
  const rows = people.map(
    ({ name, label, detail, words }) =>
      html`<tr>
        <td class="line" width="44" valign="top" style="padding:14px 0;${line}">
          <div
            class="initial"
            aria-hidden="true"
            style="width:44px;height:44px;border-radius:22px;background:${soft};${font};font-size:18px;line-height:44px;font-weight:bold;text-align:center;color:${colour(light, '--primary-text')}"
          >
            ${initialOf(name)}
          </div>
        </td>
        <td class="line" valign="middle" style="padding:14px 0 14px 14px;${line}">
          <p class="ink" style="margin:0;${font};font-weight:bold;color:${ink};overflow-wrap:anywhere">
            ${name}
          </p>
          ${label === undefined ? undefined : html`<p class="muted" style="margin:0;${font};font-size:13px;color:${muted}">${label}</p>`}
          ${detail === undefined ? undefined : html`<p class="muted" style="margin:0;${font};font-size:14px;color:${muted}">${detail}</p>`}
          ${words === undefined ? undefined : html`<p class="ink" style="margin:4px 0 0;${font};color:${ink};overflow-wrap:anywhere">${words}</p>`}
        </td>
      </tr>`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0">
    ${rows}
  </table>`;
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toLocaleUpperCase() ?? '';
}

function quoteBlock(quote: string, light: CssVariables, font: string): Html {
  const style = `margin:20px 0 0;padding:4px 0 4px 16px;border-left:3px solid ${colour(light, '--primary')};${font}`;
  return html`<blockquote class="ink" style="${style};color:${colour(light, '--ink')};overflow-wrap:anywhere">
    <span style="white-space:pre-line">${quote}</span>
  </blockquote>`;
}

function styleSheet(dark: CssVariables): Html {
  const rules = [
    `.paper{background:${colour(dark, '--paper')}!important}`,
    `.card{background:${colour(dark, '--surface')}!important;border-color:${colour(dark, '--line')}!important}`,
    `.ink{color:${colour(dark, '--ink')}!important}`,
    `.muted{color:${colour(dark, '--muted')}!important}`,
    `.line{border-color:${colour(dark, '--line')}!important}`,
    `.initial{background:${colour(dark, '--soft')}!important;color:${colour(dark, '--primary-text')}!important}`,
    `.link{color:${colour(dark, '--primary-text')}!important}`,
    `.action{background:${colour(dark, '--action')}!important}`,
    `.on-action{color:${colour(dark, '--on-action')}!important}`,
  ];
  return trusted(
    `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}@media (max-width:480px){.card{padding:24px!important}}`,
  );
}

function colour(variables: CssVariables, name: `--${string}`): string {
  const value = variables[name];
  if (value === undefined || !/^#[0-9a-f]{6}$/i.test(value))
    throw new Error(`the theme has no plain colour ${name}`);
  return value;
}
