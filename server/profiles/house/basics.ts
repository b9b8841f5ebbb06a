/** What the form of a house profile needs to know of its brand: the places of its country, and the language of its members. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type {
  findHouseTowns as townsEndpoint,
  readHouseBasics as endpoint,
} from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { listRegions, searchCities } from '#server/countries/find-places.ts';
import { languageOfBrand } from './house-profile.ts';

export async function readHouseBasics(
  context: StaffContext,
  { brand: key }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brand } = atBrand(context, key);
  const { country } = brand.settings;
  const regions = await listRegions({ app }, { country });
  return { country, language: languageOfBrand(brand), regions: regions.map(({ region }) => region) };
}

export async function findHouseTowns(
  context: StaffContext,
  { brand: key, text }: InputOf<typeof townsEndpoint>,
): Promise<ReplyOf<typeof townsEndpoint>> {
  const { app, brand } = atBrand(context, key);
  return { towns: await searchCities({ app }, { country: brand.settings.country, text }) };
}
