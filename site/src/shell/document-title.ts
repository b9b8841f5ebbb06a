import { useEffect } from 'react';

/** What the tab is called is put together here alone: a page, whoever it is about, and what waits to be read. */
let page = '';
let subject: string | null = null;
let unread = 0;

/** The title of the route. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (!title) return;
    page = title;
    write();
  }, [title]);
}

/** Whom the page is about, as long as it shows them: that says more than the route's title. */
export function useSubjectTitle(title: string): void {
  useEffect(() => {
    subject = title;
    write();
    return () => {
      subject = null;
      write();
    };
  }, [title]);
}

/** How many messages wait to be read. */
export function useUnreadInTitle(messages: number): void {
  useEffect(() => {
    unread = messages;
    write();
    return () => {
      unread = 0;
      write();
    };
  }, [messages]);
}

function write(): void {
  const title = subject ?? page;
  if (title) document.title = unread > 0 ? `(${unread}) ${title}` : title;
}
