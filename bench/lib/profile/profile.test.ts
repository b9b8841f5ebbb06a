import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../processes.ts';
import { sumUpPlans } from './read-plans.ts';
import { heaviestOf } from './read-profile.ts';

test('a profile names where time was spent, by function and by room or package', () => {
  const at = (path: string) => pathToFileURL(join(root, path)).href;
  const frame = (id: number, functionName: string, url: string) => ({
    id,
    callFrame: { functionName, url, lineNumber: 9 },
  });
  const { functions, groups } = heaviestOf({
    nodes: [
      frame(1, '(idle)', ''),
      frame(2, 'write', at('server/messaging/message-writer.ts')),
      frame(3, 'encode', at('node_modules/socket.io-parser/build/esm/index.js')),
      frame(4, '(garbage collector)', ''),
    ],
    samples: [1, 2, 3, 2, 4],
    timeDeltas: [900, 40, 30, 10, 20],
  });
  expect(functions[0]).toEqual({ what: 'write server/messaging/message-writer.ts:10', share: 0.5 });
  expect(groups).toEqual([
    { what: 'server/messaging', share: 0.5 },
    { what: 'socket.io-parser', share: 0.3 },
    { what: '(garbage collector)', share: 0.2 },
  ]);
});

test('plans in the log are summed by statement and by trigger', () => {
  const lines = (duration: string, query: string, calls: number) => [
    `PostgreSQL: LOG:  duration: ${duration} ms  plan:`,
    'PostgreSQL: \t{',
    `PostgreSQL: \t  "Query Text": "${query}",`,
    'PostgreSQL: \t  "Plan": { "Node Type": "Nested Loop", "Actual Loops": 1, "Plans": [',
    'PostgreSQL: \t    { "Node Type": "Index Scan", "Index Name": "profile_pkey", "Actual Loops": 8 } ] },',
    'PostgreSQL: \t  "Triggers": [',
    `PostgreSQL: \t    { "Trigger Name": "RI_1", "Constraint Name": "message_from", "Relation": "message", "Calls": ${calls} }`,
    'PostgreSQL: \t  ]',
    'PostgreSQL: \t}',
  ];
  const sums = sumUpPlans([
    'PostgreSQL: LOG:  checkpoint starting',
    ...lines('0.25', 'select  1', 1),
    ...lines('2.5', 'insert into message', 3),
    ...lines('0.25', 'select 1', 2),
  ]);
  expect(sums.statements).toEqual([
    { statement: 'insert into message', calls: 1, milliseconds: 2.5 },
    { statement: 'select 1', calls: 2, milliseconds: 0.5 },
  ]);
  expect(sums.triggers).toEqual([{ what: 'message_from on message', calls: 6 }]);
  expect(sums.reads).toEqual([{ what: 'Index Scan profile_pkey', calls: 24 }]);
});
