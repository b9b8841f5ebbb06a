import type { Channel } from './channel.ts';
import { mailChannel } from './mail/mail-channel.ts';
import { messengerChannel } from './messenger/channel.ts';
import { pushChannel } from './push/channel.ts';

/** The channels by which members can be notified outside the page. */
export const channels: readonly Channel[] = [pushChannel, messengerChannel, mailChannel];
