let name = '';
let unread = 0;

/** What the page is called: its route's title, or whoever it is about. */
export function nameDocument(title: string): void {
  name = title;
  write();
}

/** How many messages wait to be read, which a tab shows too. */
export function countInTitle(messages: number): void {
  unread = messages;
  if (name) write();
}

function write(): void {
  document.title = unread > 0 ? `(${unread}) ${name}` : name;
}
