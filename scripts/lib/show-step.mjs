const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Says what is being done, and afterwards how long it took. Only a terminal gets something that moves. */
export async function showStep(doing, done, work) {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
  const stopSpinning = process.stdout.isTTY && !process.env.CI ? spin(doing, seconds) : undefined;
  if (!stopSpinning) console.log(`… ${doing}`);
  try {
    await work();
    stopSpinning?.();
    console.log(`✓ ${done} (${seconds()} s)`);
  } catch (error) {
    stopSpinning?.();
    console.log(`✗ ${doing} (${seconds()} s)`);
    throw error;
  }
}

function spin(text, seconds) {
  let turn = 0;
  const timer = setInterval(() => {
    process.stdout.write(`\r${frames[turn++ % frames.length]} ${text} (${seconds()} s)`);
  }, 100);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\u001b[2K');
  };
}
