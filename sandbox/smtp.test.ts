import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { startSmtpSandbox } from './smtp.ts';
import type { SmtpSandbox } from './smtp.ts';

let sandbox: SmtpSandbox;
afterEach(() => sandbox.stop());

/** Says each line and returns the codes of the answers, the greeting first. */
async function talk(lines: string[]): Promise<string[]> {
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  const answers: string[] = [];
  const reader = createInterface(socket);
  reader.on('line', (line) => {
    if (line[3] !== '-') answers.push(line.slice(0, 3));
  });
  // All at once: what arrives together must still be taken line by line.
  socket.write([...lines, 'QUIT', ''].join('\r\n'));
  await once(reader, 'close');
  return answers;
}

test('takes a mail and gives it back byte by byte', async () => {
  sandbox = await startSmtpSandbox();
  const mail = ['Subject: Dots', '', '..', '...x', 'è', '. '];
  const envelope = [
    'EHLO me',
    'MAIL FROM:<a@b.example> SIZE=10',
    'RCPT TO:<c@d.example>',
    'RCPT TO:<e@f.example>',
  ];
  expect(await talk([...envelope, 'DATA', ...mail, '.'])).toEqual([
    '220',
    '250',
    '250',
    '250',
    '250',
    '354',
    '250',
    '221',
  ]);
  expect(sandbox.messages).toHaveLength(1);
  expect(sandbox.messages[0]).toMatchObject({ from: 'a@b.example', to: ['c@d.example', 'e@f.example'] });
  expect(sandbox.messages[0]?.source.toString()).toBe('Subject: Dots\r\n\r\n.\r\n..x\r\nè\r\n. \r\n');
});

test('keeps to the order of things', async () => {
  sandbox = await startSmtpSandbox();
  const wrong = [
    'MAIL FROM:<a@b>',
    'EHLO me',
    'RCPT TO:<a@b>',
    'DATA',
    'MAIL FROM:a',
    'MAIL FROM:<a@b>',
    'RSET',
    'RCPT TO:<a@b>',
    'WHAT',
  ];
  expect(await talk(wrong)).toEqual([
    '220',
    '503',
    '250',
    '503',
    '503',
    '501',
    '250',
    '250',
    '503',
    '502',
    '221',
  ]);
});

test('says no when asked to, once', async () => {
  sandbox = await startSmtpSandbox();
  sandbox.troubles.push({ at: 'RCPT', reply: '451 4.3.0 Later' });
  const twice = ['RCPT TO:<c@d>', 'RCPT TO:<c@d>'];
  expect(await talk(['HELO me', 'MAIL FROM:<a@b>', ...twice])).toEqual([
    '220',
    '250',
    '250',
    '451',
    '250',
    '221',
  ]);
});

test('asks who is there', async () => {
  sandbox = await startSmtpSandbox({ login: { user: 'me', password: 'pass:word' } });
  const plain = (password: string) => `AUTH PLAIN ${Buffer.from(`\0me\0${password}`).toString('base64')}`;
  const tries = [
    'EHLO me',
    'MAIL FROM:<a@b>',
    plain('guess'),
    'MAIL FROM:<a@b>',
    plain('pass:word'),
    'MAIL FROM:<a@b>',
  ];
  expect(await talk(tries)).toEqual(['220', '250', '530', '535', '530', '235', '250', '221']);
});
