/** Rows of an import, looked at before anything is made. */

import { z } from 'zod';
import { fail } from '#contract/kernel/errors.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';
import { IMPORT_ROWS_AT_ONCE, importRow } from '#contract/staff/profile-imports.ts';
import type { ImportRow } from '#contract/staff/profile-imports.ts';
import { isPlace } from '#server/countries/find-places.ts';
import type { Maker } from './edit.ts';

export interface CheckedRow {
  number: number;
  content: unknown;
  /** A failure of the catalogue, or the field that does not fit. */
  problem: string | null;
}

export function parseRows(text: string): unknown[] {
  try {
    const rows: unknown = JSON.parse(text);
    if (Array.isArray(rows) && rows.length <= IMPORT_ROWS_AT_ONCE) return rows;
  } catch {
    // It is said below.
  }
  return fail('import.rows');
}

/** Many rows name the same few towns, so each is looked up once. */
export async function checkRows(
  maker: Pick<Maker, 'app' | 'brand'>,
  rows: readonly unknown[],
  first: number,
): Promise<CheckedRow[]> {
  const places = new Map<string, boolean>();
  const checked: CheckedRow[] = [];
  for (const [index, content] of rows.entries())
    checked.push({ number: first + index, content, problem: await problemOf(maker, content, places) });
  return checked;
}

async function problemOf(
  { app, brand }: Pick<Maker, 'app' | 'brand'>,
  row: unknown,
  places: Map<string, boolean>,
): Promise<string | null> {
  const read = importRow.safeParse(row);
  if (!read.success)
    return `${read.error.issues[0]?.path.join('.') ?? ''}: ${read.error.issues[0]?.message ?? ''}`.slice(
      0,
      200,
    );
  const { screenName, region, city, pictures } = read.data;
  if (!isScreenName(screenName)) return 'field.name';
  if (region === null && city !== null) return 'field.place';
  if (region !== null) {
    const place = `${region}\n${city ?? ''}`;
    const isThere = places.get(place) ?? (await isPlace(app.db, brand.settings.country, { region, city }));
    places.set(place, isThere);
    if (!isThere) return 'field.place';
  }
  const isStated = pictures.every(({ origin, statement }) => origin === 'own_drawing' || statement !== '');
  return isStated ? null : 'photo.statement_missing';
}

/** A row that was found to fit when it was given. */
export const readRow = (content: unknown): ImportRow => z.parse(importRow, content);
