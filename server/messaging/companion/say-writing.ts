import { chat } from '../../../contract/chat/live.ts';
import { TYPING_EVERY_MS } from '../../../contract/kernel/constants.ts';
import type { Brand } from '../../brands/directory.ts';
import type { App } from '../../app.ts';
import { ageFrom } from '../../profiles/age.ts';
import { smallPhoto } from '../../profiles/small-photo.ts';
import type { Scene } from './read-conversation.ts';

/** Shows the member that the companion writes, for as long as the work takes. */
export async function whileWriting<T>(
  { config, clock, origins, realtime }: Pick<App, 'config' | 'clock' | 'origins' | 'realtime'>,
  brand: Brand,
  scene: Scene,
  work: () => Promise<T>,
): Promise<T> {
  const { screenName } = scene.persona;
  const say = () =>
    realtime.emit({ brandId: brand.id, accountIds: [scene.accountId] }, chat, {
      id: null,
      type: 'writing',
      number: 0,
      profileId: scene.profileId,
      text: '',
      blurred: null,
      name: screenName,
      at: clock.now().getTime(),
      read: false,
      delivered: false,
      notice: null,
      readyMade: false,
      icebreaker: false,
      invitation: false,
      photo: null,
      phoneCovered: false,
      screenName,
      age: ageFrom(scene.birthYear, clock),
      kind: 'ai',
      portrait: smallPhoto({ brand, brandId: brand.id, config, origins }, scene.face),
      delayed: false,
      offset: 0,
      unread: 0,
    });
  say();
  const timer = setInterval(say, TYPING_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
