import type { Platform } from '#server/platform/platform.ts';
import type { Channel } from './channel.ts';
import { mailChannel } from './mail/mail-channel.ts';
import { messengerChannel } from './messenger/channel.ts';
import { pushChannel } from './push/channel.ts';

/** The channels by which this installation can notify members outside the page. */
export function openChannels({ mailTransport }: Pick<Platform, 'mailTransport'>): Channel[] {
  return [pushChannel, messengerChannel, mailChannel(mailTransport)];
}
