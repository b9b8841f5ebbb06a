import { countRegion } from '../../contract/places.ts';
import { bind } from '../core/http/bind.ts';
import { countAvailable } from './count-available.ts';

export const profileRoutes = [bind(countRegion, countAvailable)];
