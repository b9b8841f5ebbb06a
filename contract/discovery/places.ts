import { z } from 'zod';
import { CITY_SEARCH_MIN_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { country, flowId, gender, placeName } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { line } from '../kernel/text.ts';

const region = spelled({ region: as('state_title', placeName) });
const city = spelled({ city: as('city_title', placeName), region: as('state_title', placeName) });

export const listRegions = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/regions/:country',
  access: 'visitor',
  summary: 'The regions of a country.',
  params: z.object({ country }),
  shared: { by: 'address', seconds: 86_400 },
  reply: z.array(region).max(100),
  errors: [],
});

export const listCities = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/cities/:country',
  access: 'visitor',
  summary: 'All towns of a country, largest first.',
  params: z.object({ country }),
  shared: { by: 'address', seconds: 86_400 },
  // Some hundred kilobytes go out each time.
  weight: 10,
  reply: z.array(city).max(20_000),
  errors: [],
});

export const searchCities = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/city/:country/:text',
  access: 'visitor',
  summary: 'Towns that begin with a text, without regard to case or accents, largest first.',
  params: z.object({ country, text: line(120).min(CITY_SEARCH_MIN_LETTERS) }),
  // Most visitors type the same few beginnings.
  shared: { by: 'address', seconds: 86_400, most: 2_000 },
  reply: z.array(city).max(20),
  errors: [],
});

export const countRegion = endpoint({
  host: 'dispenser',
  method: 'POST',
  path: '/totalRegion',
  access: 'visitor',
  summary: 'How many profiles a visitor of this flow could find in a region, or in the whole country.',
  body: spelled({
    country: as('country', country),
    region: as('region', placeName.optional()),
    seeks: as('cerco', gender.optional()),
    flowId: as('fluxId', flowId.optional()),
  }),
  reply: spelled({ total: as('totali', z.int()) }),
  errors: [],
});
