import { soundsLikeSelfHarm } from './signs-of-harm.ts';
import { soundsUnderage } from './signs-of-minors.ts';

interface Said {
  own: boolean;
  number: number;
  text: string;
}

export interface Signs {
  minor: boolean;
  selfHarm: boolean;
}

/** What the messages that wait for an answer say of whoever wrote them, one by one and together. */
export function findSigns(said: readonly Said[], waiting: readonly Said[]): Signs {
  const question = said.findLast(({ own, number }) => own && number < (waiting[0]?.number ?? 0))?.text;
  const texts = [...waiting.map(({ text }) => text), waiting.map(({ text }) => text).join(' ')];
  return {
    minor: texts.some((text) => soundsUnderage(text, question)),
    selfHarm: texts.some(soundsLikeSelfHarm),
  };
}
