/** The command line of an operator. */

import { readEnvironment } from '#server/platform/config/config.ts';
import { runOperatorCommand } from './lib/operator-command.ts';

process.umask(0o077);
process.exitCode = await runOperatorCommand(process.argv.slice(2), readEnvironment, console);
