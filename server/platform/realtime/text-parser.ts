import { Decoder, Encoder, PacketType } from 'socket.io-parser';

const binaryTypes = new Set([String(PacketType.BINARY_EVENT), String(PacketType.BINARY_ACK)]);

/**
 * No event takes bytes, and what looks at a value would look at each of them. A client that sends some, or says that
 * they are to come, speaks another protocol: the connection ends before anything is read.
 */
class TextDecoder extends Decoder {
  override add(frame: unknown): void {
    if (typeof frame !== 'string' || binaryTypes.has(frame.charAt(0))) throw new Error('not a text');
    super.add(frame);
  }
}

/** The parser of Socket.IO itself, for texts alone. */
export const textParser = { Encoder, Decoder: TextDecoder };
