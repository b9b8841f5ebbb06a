import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { openMember } from './member-query.ts';
import { endSession, sessionStore, useMember } from './session.ts';

function Greeting() {
  return <p>Ciao {useMember(({ email }) => email)}</p>;
}

test('what is still on the screen when the session ends shows whose it was, and nothing breaks', async () => {
  const user = sampleUser({ email: 'marco@test.example' });
  sessionStore.set({ status: 'member', me: openMember(user) });
  const { getByText } = await render(<Greeting />);
  await expect.element(getByText('Ciao marco@test.example')).toBeVisible();
  endSession();
  await expect.element(getByText('Ciao marco@test.example')).toBeVisible();
});

test('a part for members is not shown to a visitor', async () => {
  sessionStore.set({ status: 'visitor' });
  await expect(render(<Greeting />)).rejects.toThrow('members only');
});
