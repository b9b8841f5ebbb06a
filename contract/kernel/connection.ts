import { z } from 'zod';
import { clientEvent, serverEvent } from './event.ts';
import { trackerId } from './fields.ts';

const empty = z.object({});

export const announce = clientEvent({
  name: 'clickid',
  summary: 'The browser says whose connection this is, after each connect.',
  input: trackerId,
  acknowledgement: empty,
  errors: ['session.not_yours'],
});

export const restart = serverEvent({
  name: 'restart',
  summary: 'The server is about to restart: reload, with some jitter.',
  payload: empty,
});

export const oldSocketRemoved = serverEvent({
  name: 'oldSocketRemoved',
  summary: 'Too many connections of one account: this oldest one is closed.',
  payload: empty,
});

export const eventsMissed = serverEvent({
  name: 'recupera',
  summary:
    'Events may have been missed while the connection stood: fetch what is shown, as after a reconnect.',
  payload: empty,
});
