/** One conversation: who it is with, what was said, and where to write. */
export function ConversationPane({ profileId }: { profileId: string }) {
  return <div data-conversation={profileId} />;
}
