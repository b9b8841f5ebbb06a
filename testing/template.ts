export const TEMPLATE = 'serenata_template';

/** In the scratch folder: the files of a PostgreSQL whose database is migrated, with places and no people in it. */
export const PREPARED = 'prepared-postgres';

export function databaseUrlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
