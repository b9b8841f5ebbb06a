import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { Fault } from './fault.mjs';

/** What the checker reports though it is no fault, and why. */
const wronglyReported = [
  {
    says: /^Element “meta” is missing required attribute “content”/,
    because:
      'Vite writes <meta property="csp-nonce" nonce> and its loader reads the attribute; it describes nothing',
    in: /csp-nonce/,
  },
];

/** Checks all pages of a folder at once: to start the checker takes as long as to check twenty. Answers with what is wrong. */
export function checkHtml(checker, folder) {
  const options = ['--errors-only', '--exit-zero-always', '--stdout', '--format', 'json'];
  const { stdout, stderr, error } = spawnSync('java', ['-jar', checker, ...options, folder], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || !stdout) throw new Fault(`The HTML checker did not run: ${error?.message ?? stderr}`);
  const faults = JSON.parse(stdout)
    .messages.filter(
      ({ message, extract = '' }) =>
        !wronglyReported.some((mistake) => mistake.says.test(message) && mistake.in.test(extract)),
    )
    .map(({ url, message, extract = '' }) =>
      [basename(url), message, extract.replaceAll(/\s+/g, ' ').trim()].join(': '),
    );
  return { pages: readdirSync(folder).length, faults };
}
