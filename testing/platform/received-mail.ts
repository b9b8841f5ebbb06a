/** Reads mails as they arrive at a mail server. */

import type { ReceivedMail } from '#sandbox/smtp.ts';

interface Part {
  headers: Map<string, string>;
  content: string;
}

/** Reads a part of a mail: unfolds its headers, decodes its content. */
function readPart(source: string): Part {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 2)),
    ]),
  );
  const body = rest.join('\r\n\r\n');
  const encoding = headers.get('content-transfer-encoding');
  return { headers, content: encoding === 'quoted-printable' ? decodeQuoted(body) : body };
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

function decodeWords(text: string): string {
  return text.replace(/=\?utf-8\?(q|b)\?(.*?)\?=( (?==\?))?/gi, (_, how: string, word: string) =>
    how.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : decodeQuoted(word.replaceAll('_', ' ')),
  );
}

export function readReceived(mail: ReceivedMail | undefined): {
  headers: Map<string, string>;
  text: string;
  html: string;
} {
  const { headers, content } = readPart(mail?.source.toString('latin1') ?? '');
  const boundary = /boundary="(.+?)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = content
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r\n/, '')));
  const find = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))?.content ?? '';
  return { headers, text: find('text/plain'), html: find('text/html') };
}
