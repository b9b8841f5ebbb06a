import { buffer } from 'node:stream/consumers';
import type { readDocument as readDocumentEndpoint } from '#contract/billing/member-billing.ts';
import type { BrandSettings } from '#contract/brand/brand.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { CssVariables } from '#contract/theme/tokens.ts';
import type { MemberContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { fill } from '#server/mails/templates.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { documentFacts, describeDocument, words } from './document-text.ts';
import type { NumberedDocument } from './document-text.ts';

/** A receipt as PDF, drawn again from the facts that were kept. A stranger's and a missing one must look the same. */
export async function readDocument(
  { app: { db }, brand, brandId, accountId }: MemberContext,
  { id }: Pick<InputOf<typeof readDocumentEndpoint>, 'id'>,
): Promise<Blob> {
  const row = (await readOwnDocument(db, brandId, accountId, id)) ?? fail('order.not_found');
  const { language, kind, year, number } = row;
  const facts = documentFacts.parse(row.facts);
  const pdf = await drawDocument(brand, { language, kind, year, number, facts });
  return new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
}

function readOwnDocument(db: DbOrTx, brandId: string, accountId: string, id: string) {
  return db
    .selectFrom('document')
    .select(['kind', 'year', 'number', 'language', 'facts'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const HALF = WIDTH / 2 - 12;

type Doc = PDFKit.PDFDocument;

/** A sheet to draw on: what is written comes in the fonts that every reader of PDF has. */
interface Sheet {
  doc: Doc;
  colours: CssVariables;
  headingFont: string;
}

/** The document as a sheet of paper, in the brand's colours. */
export async function drawDocument(
  { settings: brand, theme }: Pick<Brand, 'settings' | 'theme'>,
  document: NumberedDocument,
): Promise<Buffer> {
  const { language, facts } = document;
  const { title, number } = describeDocument(document);
  // Read when the first receipt is drawn: it loads a whole library of fonts.
  const { default: PdfDocument } = await import('pdfkit');
  const doc = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    info: {
      Title: `${title} ${number}`,
      Author: facts.trader.name,
      CreationDate: new Date(facts.at),
      ModDate: new Date(facts.at),
    },
  });
  const drawn = buffer(doc);
  const { light: colours } = theme;
  const headingFont = brand.theme.headingFont === 'Fraunces' ? 'Times-Bold' : 'Helvetica-Bold';
  const sheet = { doc, colours, headingFont };
  drawHead(sheet, brand, document);
  const underParties = drawParties(sheet, document);
  const underSums = drawSums(sheet, document, Math.max(232, underParties + 20));
  drawLines(sheet, document, underSums + 24);
  drawFoot(sheet, brand, document);
  doc.end();
  return drawn;
}

function drawHead(sheet: Sheet, brand: BrandSettings, document: NumberedDocument): void {
  const { doc, headingFont } = sheet;
  const { title, number } = describeDocument(document);
  doc.rect(0, 0, doc.page.width, 12).fill(colour(sheet, '--primary-fill'));
  write(sheet, brand.title, { font: headingFont, size: 26, x: MARGIN, y: 52, width: HALF });
  write(sheet, title, {
    font: headingFont,
    size: 18,
    x: MARGIN + WIDTH - HALF,
    y: 54,
    width: HALF,
    align: 'right',
  });
  write(sheet, number, {
    size: 11,
    colour: '--muted',
    x: MARGIN + WIDTH - HALF,
    y: 78,
    width: HALF,
    align: 'right',
  });
}

/** Each part answers with where it ends. */
function drawParties(sheet: Sheet, { language, facts }: NumberedDocument): number {
  const { doc } = sheet;
  const text = words[language];
  const { trader, customerId } = facts;
  const party = (label: string, name: string, lines: string[], x: number) => {
    write(sheet, label, { size: 9, colour: '--muted', x, y: 128, width: HALF });
    write(sheet, name, { font: 'Helvetica-Bold', size: 10.5, x, y: 143, width: HALF, height: 30 });
    for (const line of lines) write(sheet, line, { size: 10, x, y: doc.y + 1, width: HALF, height: 56 });
    return doc.y;
  };
  const numbered = fill(text.vatNumber, { vat: trader.vat });
  const ends = [
    party(text.trader, trader.name, [trader.address, numbered], MARGIN),
    party(text.buyer, text.customer, [customerId], MARGIN + WIDTH - HALF),
  ];
  return Math.max(...ends);
}

function drawSums(sheet: Sheet, document: NumberedDocument, top: number): number {
  const { doc, headingFont } = sheet;
  const text = words[document.language];
  const { total, net, vat, vatLabel } = describeDocument(document);
  const { plan } = document.facts;
  doc.font('Helvetica-Bold').fontSize(12);
  const nameHeight = Math.min(34, doc.heightOfString(printable(plan), { width: WIDTH * 0.58, lineGap: 2 }));
  const bottom = top + 138 + nameHeight;
  doc.roundedRect(MARGIN, top, WIDTH, bottom - top, 8).fill(colour(sheet, '--soft'));
  const row = (label: string, sum: string, y: number, look: Partial<Writing> = {}) => {
    const right = { x: MARGIN + WIDTH * 0.6, width: WIDTH * 0.4 - 20, align: 'right' } as const;
    write(sheet, label, { size: 11, height: 34, ...look, x: MARGIN + 20, y, width: WIDTH * 0.58 });
    write(sheet, sum, { size: 11, ...look, ...right, y });
  };
  row(text.item, text.amount, top + 18, { size: 9, colour: '--muted' });
  row(plan, total, top + 36, { font: 'Helvetica-Bold', size: 12 });
  const under = top + 36 + nameHeight;
  doc
    .moveTo(MARGIN + 20, under + 8)
    .lineTo(MARGIN + WIDTH - 20, under + 8)
    .lineWidth(0.75)
    .stroke(colour(sheet, '--line'));
  row(text.net, net, under + 20, { colour: '--muted' });
  row(vatLabel, vat, under + 38, { colour: '--muted' });
  row(text.total, total, under + 64, { font: headingFont, size: 18 });
  return bottom;
}

function drawLines(sheet: Sheet, document: NumberedDocument, top: number): void {
  let y = top;
  for (const { label, value } of describeDocument(document).lines) {
    write(sheet, label, { size: 10, colour: '--muted', x: MARGIN, y, width: 170 });
    write(sheet, value, { size: 10, x: MARGIN + 180, y, width: WIDTH - 180, height: 28 });
    y = Math.max(sheet.doc.y, y + 14) + 6;
  }
}

function drawFoot(sheet: Sheet, brand: BrandSettings, { language, kind, facts }: NumberedDocument): void {
  const { doc } = sheet;
  const text = words[language];
  const { support, demo } = brand;
  const lines = [
    ...(kind === 'receipt' ? [text.withdraw] : []),
    fill(text.support, support),
    ...(demo ? [fill(text.demo, { company: facts.trader.name })] : []),
  ];
  const top = doc.page.height - MARGIN - 60;
  doc
    .moveTo(MARGIN, top - 12)
    .lineTo(MARGIN + WIDTH, top - 12)
    .lineWidth(0.75)
    .stroke(colour(sheet, '--line'));
  write(sheet, lines.join('\n'), { size: 9, colour: '--muted', x: MARGIN, y: top, width: WIDTH, height: 58 });
}

interface Writing {
  font?: string;
  size: number;
  colour?: `--${string}`;
  x: number;
  y: number;
  width: number;
  height?: number;
  align?: 'right';
}

function write(sheet: Sheet, text: string, look: Writing): void {
  const { font = 'Helvetica', size, colour: name = '--ink', x, y, ...layout } = look;
  sheet.doc
    .font(font)
    .fontSize(size)
    .fillColor(colour(sheet, name))
    .text(printable(text), x, y, { lineGap: 2, ellipsis: layout.height !== undefined, ...layout });
}

/** What the built-in fonts have no letter for. */
const unprintable = /[^\n\x20-\x7e\xa1-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** A letter with a mark that the fonts lack is written without it. */
export function printable(text: string): string {
  return text
    .replace(/→/g, '>')
    .replace(/[^\S\n]/gu, ' ')
    .replace(unprintable, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(unprintable, '?');
}

function colour({ colours }: Sheet, name: `--${string}`): string {
  const value = colours[name];
  if (value === undefined || !/^#[0-9a-f]{6}$/i.test(value))
    throw new Error(`the theme has no plain colour ${name}`);
  return value;
}
