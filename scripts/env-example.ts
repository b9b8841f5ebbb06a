import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableGroups } from '../server/platform/config/config-variables.ts';

/** Usage: node scripts/env-example.ts --write | --check */

const file = join(import.meta.dirname, '../.env.example');

export function renderEnvExample(): string {
  const intro = ['# All settings, with their defaults. Copy this file to .env and change what you need.'];
  const groups = variableGroups.map(({ title, variables }) => {
    const entries = Object.entries(variables).map(([name, schema]) => {
      const { description = '', default: value } = schema.meta() ?? {};
      return [...wrap(description), `#${name}=${String(value)}`].join('\n');
    });
    return [`### ${title}`, ...entries].join('\n\n');
  });
  return `${[...intro, ...groups].join('\n\n')}\n`;
}

function wrap(text: string): string[] {
  const lines = text.match(/.{1,96}(?:\s|$)/g) ?? [];
  return lines.map((line) => `# ${line.trim()}`);
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    writeFileSync(file, renderEnvExample());
  } else if (readFileSync(file, 'utf8') !== renderEnvExample()) {
    console.error('.env.example differs from the schema; run: node scripts/env-example.ts --write');
    process.exitCode = 1;
  }
}
