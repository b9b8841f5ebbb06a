/** In the place of what goes on behind a member's page. */
export function MemberServices() {
  return null;
}
