const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const lookMs = 500;
/** Where there is no terminal, a sign of life comes at least this often. */
const longestSilenceSeconds = 10;

/**
 * Says what is being done, how far it is, and afterwards how long it took. On a terminal it is one line that moves; anywhere
 * else each tenth is a line. `look` answers how far it is, as `{ text, done, total, estimate }`, and nothing while that is not
 * known; `estimate` puts the seconds that are left into words, where every part takes about as long.
 */
export async function showStep({ doing, done, look = () => undefined }, work) {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const follow = process.stdout.isTTY && !process.env.CI ? moveLine : printTenths;
  const stop = follow(doing, followProgress(look, seconds), seconds);
  try {
    await work();
    stop();
    console.log(`✓ ${done} (${seconds().toFixed(1)} s)`);
  } catch (error) {
    stop();
    console.log(`✗ ${doing} (${seconds().toFixed(1)} s)`);
    throw error;
  }
}

/** Remembers from where on it has gone forward, so that what was there at the start makes it no quicker. */
function followProgress(look, seconds) {
  let first;
  return () => {
    const { text, done = 0, total = 0, estimate } = look() ?? {};
    if (text === undefined) return { far: '', share: 0, left: '' };
    const shown = { far: `: ${text}`, share: total > 0 ? done / total : 0, left: '' };
    if (!estimate) return shown;
    first ??= { done, at: seconds() };
    const [gone, took] = [done - first.done, seconds() - first.at];
    // Of the first few nothing follows, and the last few are slow for reasons of their own.
    if (done > total * 0.95 || gone < total / 10 || took < 2) return shown;
    return { ...shown, left: `, ${estimate(Math.ceil((took / gone) * (total - done)))}` };
  };
}

function moveLine(doing, describe, seconds) {
  let turn = 0;
  let shown;
  const timer = setInterval(() => {
    if (turn % (lookMs / frameMs) === 0) shown = describe();
    const frame = frames[turn++ % frames.length];
    const line = `${frame} ${doing}${shown.far} (${seconds().toFixed(1)} s${shown.left})`;
    process.stdout.write(`\r\u001b[2K${line.slice(0, (process.stdout.columns || 80) - 1)}`);
  }, frameMs);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\u001b[2K');
  };
}

function printTenths(doing, describe, seconds) {
  console.log(`… ${doing}`);
  let printed = { tenth: 0, at: 0 };
  const timer = setInterval(() => {
    const { far, share, left } = describe();
    const tenth = Math.floor(10 * share);
    if (tenth <= printed.tenth && seconds() - printed.at < longestSilenceSeconds) return;
    printed = { tenth: Math.max(tenth, printed.tenth), at: seconds() };
    console.log(`  ${doing}${far} (${seconds().toFixed(0)} s${left})`);
  }, lookMs);
  return () => clearInterval(timer);
}
