import * as contract from '../../../contract/discovery/deck.ts';
import { bind } from '../../platform/http/bind.ts';
import { bindEvent } from '../../platform/realtime/realtime.ts';
import { decide } from './decide.ts';
import { readDeck } from './read-deck.ts';

export const matchRoutes = [bind(contract.readDeck, readDeck)];

export const matchEvents = [
  bindEvent(contract.decide, (context, input, { id }) => decide(context, input, id)),
];
