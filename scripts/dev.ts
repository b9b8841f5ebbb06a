/** Both apps with hot reload, and a server that starts again whenever its sources change. */

import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { Plugin } from 'vite';
import { watchParent } from '../embedded-postgres/watch-parent.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env['PORT'] ?? 3000);
const serverPort = port + 1;
const consolePort = port + 2;

/** Asks the server for a page as it is before any building. The host name decides the brand. */
function fetchPage(host: string, url: string, cookie: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'text/html', ...(cookie ? { cookie } : {}) };
    request({ host: '127.0.0.1', port: serverPort, path: url, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
    })
      .on('error', reject)
      .end();
  });
}

/** The server fills in brand, flow and theme; Vite adds what it needs to reload. */
const serverPages: Plugin = {
  name: 'server-pages',
  configureServer(vite) {
    return () => {
      vite.middlewares.use((incoming, outgoing, next) => {
        const url = incoming.originalUrl ?? '/';
        fetchPage(incoming.headers.host ?? 'localhost', url, incoming.headers.cookie)
          .then((page) => vite.transformIndexHtml(url, page))
          .then((page) => outgoing.setHeader('content-type', 'text/html; charset=utf-8').end(page))
          .catch(() => {
            outgoing.statusCode = 503;
            outgoing.setHeader('refresh', '1').end('The server is starting …');
          })
          .catch(next);
      });
    };
  },
};

/** Whole folders, because rules of the database and texts are no modules. */
const watched = ['server', 'contract', 'embedded-postgres'].map((folder) => `--watch-path=${folder}`);
const server = spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  env: { ...process.env, DEV_SERVER: 'true', PORT: String(serverPort), PUBLIC_PORT: String(port) },
  stdio: 'inherit',
});
const target = `http://127.0.0.1:${serverPort}`;
process.env['PORT'] = String(serverPort);

const site = await createServer({
  configFile: join(root, 'site/vite.config.ts'),
  appType: 'custom',
  plugins: [serverPages],
  server: { port, host: '127.0.0.1' },
});
await site.listen();
// The console frames it, so it has to come from the console's own address.
const preview = await createServer({
  configFile: join(root, 'site/preview/vite.config.ts'),
  server: { port: consolePort + 1, host: '127.0.0.1' },
});
await preview.listen();
const staffConsole = await createServer({
  configFile: join(root, 'console/vite.config.ts'),
  server: {
    port: consolePort,
    host: '127.0.0.1',
    proxy: {
      '/staff': { target },
      '/brand-pictures': { target },
      '/brand-uploads': { target },
      '/console/preview': { target: `http://127.0.0.1:${consolePort + 1}` },
    },
  },
});
await staffConsole.listen();
console.log(
  `\n  Sites    http://it.localhost:${port}/  http://es.localhost:${port}/\n  Gallery  http://it.localhost:${port}/gallery\n  Console  http://localhost:${consolePort}/console/\n`,
);

async function stop(): Promise<void> {
  server.kill('SIGTERM');
  await Promise.all([site.close(), preview.close(), staffConsole.close()]);
}
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
watchParent(() => void stop());
server.once('exit', (code) => process.exit(code ?? 0));
