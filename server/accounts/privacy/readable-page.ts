/** A copy of a member's data as one page that opens offline: a section for each topic, with the photos beside it. */

import type { Language } from '#contract/kernel/constants.ts';
import { escapeHtml } from '#contract/kernel/text.ts';

interface Section {
  topic: string;
  /** What it holds, in the member's language. */
  explained: string;
  content: unknown;
}

interface Page {
  language: Language;
  title: string;
  intro: string;
  question: string;
  timeZone: string;
  sections: readonly Section[];
  /** What fields are called in the member's language. */
  names: Readonly<Record<string, string>>;
}

const style = `
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
  nav ul { columns: 18rem; padding-left: 1.2rem; }
  section { border-top: 1px solid; padding: 1rem 0; overflow-x: auto; }
  h2 { font-size: 1.2rem; margin: 0 0 .5rem; }
  h2::first-letter, nav a::first-letter { text-transform: uppercase; }
  table { border-collapse: collapse; }
  th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; overflow-wrap: anywhere; }
  th { font-weight: 600; opacity: .75; }
  img { max-width: 16rem; height: auto; display: block; }
  pre { white-space: pre-wrap; margin: 0; font: inherit; }`;

/** Nothing in it loads anything from elsewhere, and nothing that a person wrote is more than text. */
export function readablePage(page: Page): string {
  const { language, title, intro, question, timeZone, sections, names } = page;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const look: Look = { dates, names };
  const shown = sections.filter(({ content }) => !isEmpty(content));
  const links = shown.map(
    ({ topic, explained }) => `<li><a href="#${topic}">${escapeHtml(explained)}</a></li>`,
  );
  const parts = shown.map(
    ({ topic, explained, content }) =>
      `<section id="${topic}"><h2>${escapeHtml(explained)}</h2>${draw(content, look)}</section>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(intro)}</p>
<nav><ul>${links.join('')}</ul></nav>
${parts.join('\n')}
<p>${escapeHtml(question)}</p>
</body>
</html>
`;
}

interface Look {
  dates: Intl.DateTimeFormat;
  names: Readonly<Record<string, string>>;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value instanceof Date) return false;
  return Object.values(value).every(isEmpty);
}

function draw(value: unknown, look: Look): string {
  if (value instanceof Date) return escapeHtml(look.dates.format(value));
  if (Array.isArray(value)) return drawList(value, look);
  if (typeof value === 'object' && value !== null) return drawFields(value, look);
  if (typeof value === 'boolean') return value ? '✓' : '–';
  return `<pre>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</pre>`;
}

function drawFields(value: object, look: Look): string {
  const rows = Object.entries(value)
    .filter(([, part]) => !isEmpty(part))
    .map(([name, part]) => `<tr><th>${nameOf(name, look)}</th><td>${drawField(name, part, look)}</td></tr>`);
  return `<table>${rows.join('')}</table>`;
}

/** Rows of the same shape become a table with a heading for each column. */
function drawList(list: readonly unknown[], look: Look): string {
  const rows = list.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
  if (rows.length < list.length)
    return `<ul>${list.map((one) => `<li>${draw(one, look)}</li>`).join('')}</ul>`;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isEmpty(row[name]))))];
  const head = columns.map((name) => `<th>${nameOf(name, look)}</th>`).join('');
  const body = rows.map(
    (row) =>
      `<tr>${columns.map((name) => `<td>${isEmpty(row[name]) ? '' : drawField(name, row[name], look)}</td>`).join('')}</tr>`,
  );
  return `<table><tr>${head}</tr>${body.join('')}</table>`;
}

function drawField(name: string, value: unknown, look: Look): string {
  if (name === 'file' && typeof value === 'string' && /^[a-z_]+\/\d+\.webp$/.test(value))
    return `<img src="${value}" alt="${value}" loading="lazy">`;
  return draw(value, look);
}

/** What has no name of its own, as the parts of an event, is called as in the JSON beside. */
function nameOf(name: string, { names }: Look): string {
  const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return escapeHtml(names[name] ?? names[key] ?? key.replaceAll('_', ' '));
}
