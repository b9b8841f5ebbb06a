import { inspect } from 'node:util';
import { runOperatorCommand } from '#scripts/lib/operator-command.ts';
import type { Environment } from '#server/platform/config/config.ts';

const asPrinted = (line: unknown) => (typeof line === 'string' ? line : inspect(line));

/** The command line of an operator inside this process. Answers with what its program prints and how it ends. */
export async function runCommand(environment: Environment, ...args: string[]) {
  const printed: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] };
  const terminal = {
    log: (line: unknown) => void printed.stdout.push(asPrinted(line)),
    error: (line: unknown) => void printed.stderr.push(asPrinted(line)),
  };
  const code = await runOperatorCommand(args, () => ({ NODE_ENV: 'test', ...environment }), terminal);
  return { code, stdout: printed.stdout.join('\n').trim(), stderr: printed.stderr.join('\n').trim() };
}
