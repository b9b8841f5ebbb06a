const NOTES = [
  { frequency: 660, from: 0 },
  { frequency: 880, from: 0.14 },
] as const;
const NOTE_SECONDS = 0.5;
const LOUDNESS = 0.15;

/**
 * Two soft notes. A browser lets no page sound before the user has pressed something in it, and would keep the notes for
 * that moment, when they mean nothing any more.
 */
export function playSound(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  const context = new AudioContext();
  for (const { frequency, from } of NOTES) {
    const start = context.currentTime + from;
    const end = start + NOTE_SECONDS;
    const note = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, end);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(end);
  }
  setTimeout(() => void context.close(), 1_000);
}
