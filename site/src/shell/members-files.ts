/**
 * Has the browser fetch the files of a member's first page, for a visitor who is about to become one. The served page names
 * them in a template.
 */
export function fetchMembersFiles(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#members');
  const links = template?.content.querySelectorAll('link') ?? [];
  document.head.append(...links);
}
