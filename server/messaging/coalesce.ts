interface Turn<I, O> {
  input: I;
  answer?: Promise<O>;
}

interface Slot<I, O> {
  settled: Promise<void>;
  next?: Turn<I, O>;
}

/**
 * Work on the same thing, one after the other. What is asked for while it is being worked on is merged, and done once.
 */
export function mergingWork<I, O>(
  merge: (one: I, other: I) => I,
  work: (input: I) => Promise<O>,
): (key: string, input: I) => Promise<O> {
  const slots = new Map<string, Slot<I, O>>();

  function start(key: string, turn: Turn<I, O>): Promise<O> {
    const answer = work(turn.input);
    const finish = () => {
      if (slots.get(key) === slot && !slot.next) slots.delete(key);
    };
    const slot: Slot<I, O> = { settled: answer.then(finish, finish) };
    slots.set(key, slot);
    return answer;
  }

  return (key, input) => {
    const slot = slots.get(key);
    if (!slot) return start(key, { input });
    const turn = (slot.next ??= { input });
    if (turn.answer) turn.input = merge(turn.input, input);
    return (turn.answer ??= slot.settled.then(() => start(key, turn)));
  };
}
