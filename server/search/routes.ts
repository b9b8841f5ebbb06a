import * as contract from '../../contract/search.ts';
import { bind } from '../core/http/bind.ts';
import type { Binding } from '../core/http/bind.ts';
import { searchPeople } from './search-people.ts';

export const searchRoutes: Binding[] = [bind(contract.searchPeople, searchPeople)];
