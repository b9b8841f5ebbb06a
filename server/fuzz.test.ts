import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { z } from 'zod';
import { clientEvents, endpoints } from '../contract/api.ts';
import { hostPrefixes } from '../contract/endpoint.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { makeReplyKey } from '../contract/sealing.ts';
import { staffSignIn } from '../contract/staff.ts';
import { systemClock } from './core/clock.ts';
import { openSession } from './core/sessions.ts';
import { hire } from './staff/staff-for-tests.ts';
import type { RunningServer } from './start.ts';
import { ask } from './testing/ask.ts';
import type { Answer, Question } from './testing/ask.ts';
import { connectBrowser } from './testing/browser.ts';
import { expect, test as base } from './testing/harness.ts';
import { callAt } from './testing/http.ts';
import { startNode } from './testing/node.ts';
import { fitting, hostileBody, hostileText, hostileValue, spoilt } from './testing/wire-values.ts';
import { World } from './testing/world.ts';
import type { Member } from './testing/world.ts';

const unlimited = Object.fromEntries(
  ['LOGIN_ACCOUNT', 'LOGIN_ADDRESS', 'REQUESTS_ADDRESS', 'SIGNUP_DEVICE', 'SIGNUP_ADDRESS', 'RESET_EMAIL', 'RESET_ADDRESS'].map(
    (name) => [`LIMIT_${name}`, '1000000'],
  ),
);
/** So much that a mistake is found within a few runs of the whole, and no more. */
const budget = (numRuns: number) => ({ numRuns, interruptAfterTimeLimit: 10_000 });
