/** The yardstick of a chat: bare Socket.IO that acknowledges and passes on, and stores nothing. */

import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { talker } from './people.ts';
import { IDLE } from './shape.ts';

const profileIds = new Map<string, string>();
for (let n = 1; n <= IDLE; n += 1) {
  const { token, profileId } = talker(n);
  profileIds.set(token, profileId);
}

interface Sent {
  id: string;
  angelId: string;
}
type Acknowledge = (answer: object) => void;

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  void socket.join(profileIds.get(String(socket.handshake.auth['token'])) ?? 'nobody');
  socket.on('clickid', (_: string, acknowledge: Acknowledge) => acknowledge({ ok: true }));
  socket.on('chat', (message: Sent, acknowledge: Acknowledge) => {
    io.to(message.angelId).emit('chat', message);
    acknowledge({ ok: true, id: message.id, time: Date.now() });
  });
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  console.log(`bare port ${typeof address === 'object' && address ? address.port : 0}`);
});
process.on('SIGTERM', () => {
  void io.close().then(() => process.exit());
});
