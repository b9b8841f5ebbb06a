import { useParams } from 'react-router';
import { ConversationPane } from './conversation/conversation-pane.tsx';

/** The conversations and the open one: two panes where there is room, one after the other on a phone. */
export function ChatsScreen() {
  const { angelId } = useParams();
  return angelId ? <ConversationPane key={angelId} profileId={angelId} /> : null;
}
