/** An automaton as a list: what each state leads to, by which letters, the first state first. */
export function numberStates({ initial, finals }) {
  const nodes = [initial];
  const numbers = new Map([[initial, 0]]);
  for (const node of nodes) {
    for (const next of node.out.keys()) if (!numbers.has(next)) numbers.set(next, nodes.push(next) - 1);
  }
  return nodes.map((node) => ({
    isFinal: finals.has(node),
    out: Array.from(node.out, ([next, letters]) => [numbers.get(next), letters]),
  }));
}

/**
 * Whether some text can be read in ever more ways the longer it is, so that whatever fails after it is tried for each of
 * them: a word leads round one loop, round a second one, and from the first into the second.
 */
export function isAmbiguous(states, mayFailAtEnd) {
  const loops = findLoops(states);
  return states.some(
    (_, from) =>
      loops[from] !== undefined &&
      states.some(
        ({ isFinal }, to) =>
          to !== from &&
          loops[to] !== undefined &&
          // What ends well anywhere is tried once.
          (mayFailAtEnd || !isFinal) &&
          !sharesOneLetter(states, from, to) &&
          sharesWord(states, loops, from, to),
      ),
  );
}

/** For each state of a loop all states of that loop. */
function findLoops(states) {
  const reached = states.map(({ out }) => {
    const seen = new Set(out.map(([next]) => next));
    for (const state of seen) for (const [next] of states[state].out) seen.add(next);
    return seen;
  });
  return states.map((_, state) =>
    reached[state].has(state)
      ? new Set([...reached[state]].filter((other) => reached[other].has(state)))
      : undefined,
  );
}

/** What one repeated letter does is found by `scslre`, which also knows which assertions forbid it. */
function sharesOneLetter(states, from, to) {
  const letters = (a, b) => states[a].out.find(([next]) => next === b)?.[1];
  const [stay, cross, goOn] = [letters(from, from), letters(from, to), letters(to, to)];
  return stay && cross && goOn && !stay.intersect(cross).isDisjointWith(goOn);
}

function sharesWord(states, loops, from, to) {
  const key = (triple) => triple.join(' ');
  const seen = new Set([key([from, from, to])]);
  const waiting = [[from, from, to]];
  const goal = key([from, to, to]);
  for (const [stay, cross, goOn] of waiting) {
    for (const [stays, first] of states[stay].out) {
      if (!loops[from].has(stays)) continue;
      for (const [crosses, second] of states[cross].out) {
        const both = first.intersect(second);
        if (both.isEmpty) continue;
        for (const [goesOn, third] of states[goOn].out) {
          if (!loops[to].has(goesOn) || both.isDisjointWith(third)) continue;
          const next = [stays, crosses, goesOn];
          if (key(next) === goal) return true;
          if (seen.has(key(next))) continue;
          seen.add(key(next));
          waiting.push(next);
        }
      }
    }
  }
  return false;
}
