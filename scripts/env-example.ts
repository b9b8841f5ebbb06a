import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableGroups } from '#server/platform/config/config-variables.ts';

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

const WIDTH = 98;

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? '#'} ${word}`;
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`# ${word}`);
  }
  return lines;
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    writeFileSync(file, renderEnvExample());
  } else if (readFileSync(file, 'utf8') !== renderEnvExample()) {
    console.error('.env.example differs from the schema; run: node scripts/env-example.ts --write');
    process.exitCode = 1;
  }
}
