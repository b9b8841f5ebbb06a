import { useEffect } from 'react';
import { pageState } from '#client/page-state.ts';

/** What the tab is called is put together here alone: a page, the person it is about, and what waits to be read. */
const title = pageState(() => ({ ofPage: '', ofSubject: null as string | null, unread: 0 }));

/** The title of the route. */
export function usePageTitle(words: string): void {
  useEffect(() => {
    if (!words) return;
    title.ofPage = words;
    write();
  }, [words]);
}

/** Whom the page is about, as long as it shows them: that says more than the route's title. */
export function useSubjectTitle(words: string): void {
  useEffect(() => {
    title.ofSubject = words;
    write();
    return () => {
      title.ofSubject = null;
      write();
    };
  }, [words]);
}

/** How many messages wait to be read. */
export function useUnreadInTitle(messages: number): void {
  useEffect(() => {
    title.unread = messages;
    write();
    return () => {
      title.unread = 0;
      write();
    };
  }, [messages]);
}

function write(): void {
  const { ofPage, ofSubject, unread } = title;
  const words = ofSubject ?? ofPage;
  if (words) document.title = unread > 0 ? `(${unread}) ${words}` : words;
}
