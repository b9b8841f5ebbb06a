import { demoAccounts } from './demo/accounts.ts';
import { readDemoPassword } from './demo/password.ts';
import { makeFirstOperator } from './staff/make-first-operator.ts';
import type { RunningServer } from './start.ts';

/** Says where the sites are and how to get in. */
export async function announce({ app, port }: RunningServer): Promise<void> {
  const lines = ['', 'Serenata is running.', ''];
  for (const { settings } of app.brands.all()) {
    const [hostname = ''] = settings.hostnames;
    lines.push(`  ${settings.title.padEnd(12)} http://${hostname}:${port}/`);
  }
  lines.push(`  ${'Console'.padEnd(12)} http://localhost:${port}/console/`, '');
  if (app.config.seedDemo) {
    lines.push(`Demo accounts (password ${await readDemoPassword(app)}):`);
    for (const { brand, email, note } of await demoAccounts(app))
      lines.push(`  ${brand.padEnd(10)} ${email.padEnd(36)} ${note}`);
    lines.push('');
  }
  const operator = await makeFirstOperator(app);
  if (operator)
    lines.push(`Console sign-in, shown this once: ${operator.email} with ${operator.password}`, '');
  console.log(lines.join('\n'));
}
