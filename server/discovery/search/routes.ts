import * as contract from '../../../contract/discovery/search.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { searchPeople } from './search-people.ts';

export const searchRoutes: Binding[] = [bind(contract.searchPeople, searchPeople)];
