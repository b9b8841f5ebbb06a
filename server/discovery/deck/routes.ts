import { readDeck as endpoint } from '../../../contract/discovery/deck.ts';
import { bind } from '../../platform/http/bind.ts';
import { readDeck } from './read-deck.ts';

export const deckRoutes = [bind(endpoint, readDeck)];
