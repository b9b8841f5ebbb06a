import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import { forgetPeople, personKey } from './person-data.ts';

const ME = 'tracker';
const THEM = 'somebody';

afterEach(() => queryClient.clear());

/** A page that is open, and what it shows. */
const openPage = (id: string, answers: unknown[]) => open(personKey(ME, id), answers);

function open(queryKey: readonly string[], answers: unknown[]) {
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => Promise.resolve(answers.shift()),
  });
  const close = observer.subscribe(() => {});
  return { shows: () => observer.getCurrentResult().data, close };
}

test('the open page of a person who may be seen again is fetched again', async () => {
  const page = openPage(THEM, [null, { screenName: 'Giulia' }]);
  await expect.poll(page.shows).toBeNull();
  forgetPeople(ME, THEM);
  await expect.poll(page.shows).toEqual({ screenName: 'Giulia' });
  page.close();
});

test('of who may be seen no longer nothing is kept', async () => {
  const page = openPage(THEM, [{ screenName: 'Giulia' }]);
  await expect.poll(page.shows).toBeDefined();
  queryClient.setQueryData([ME, 'search', 1], { people: [{ id: THEM }] });
  forgetPeople(ME);
  expect(queryClient.getQueryData(personKey(ME, THEM))).toBeUndefined();
  expect(queryClient.getQueryData([ME, 'search', 1])).toBeUndefined();
  page.close();
});

test('a page that was opened meanwhile does not wait for ever', async () => {
  const page = openPage(THEM, [{ screenName: 'Giulia' }, { screenName: 'Giulia' }]);
  forgetPeople(ME);
  await expect.poll(page.shows).toEqual({ screenName: 'Giulia' });
  page.close();
});

test('a conversation that is open, or is opened again before it could close, says that it is over', async () => {
  const conversation = open([ME, 'messages', THEM], [{ closed: null }, { closed: 'blocked' }]);
  await expect.poll(conversation.shows).toEqual({ closed: null });
  forgetPeople(ME);
  await expect.poll(conversation.shows).toEqual({ closed: 'blocked' });
  conversation.close();
});
