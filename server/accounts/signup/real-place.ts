import type { VisitorContext } from '../../app.ts';
import { isPlace } from '../../countries/find-places.ts';

/** What others told of a place, as far as it exists in the brand's country. The site asks for the rest. */
export async function realPlace(
  { db, brand }: VisitorContext,
  { region, city }: { region?: string | undefined; city?: string | undefined },
): Promise<{ region: string | null; city: string | null }> {
  const { country } = brand.settings;
  if (!region || !(await isPlace(db, country, { region }))) return { region: null, city: null };
  const inRegion = city && (await isPlace(db, country, { region, city }));
  return { region, city: inRegion ? city : null };
}
