import { countRegion } from '../../../contract/discovery/places.ts';
import { searchPeople as searchEndpoint } from '../../../contract/discovery/search.ts';
import { bind } from '../../platform/http/bind.ts';
import { countAvailable, searchPeople } from './search-people.ts';

export const searchRoutes = [bind(searchEndpoint, searchPeople), bind(countRegion, countAvailable)];
