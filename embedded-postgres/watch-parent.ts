/** Calls back when the process that started this one has gone, even by kill -9. */
export function watchParent(onGone: () => void): void {
  if (!process.channel) return;
  process.once('disconnect', () => {
    // The terminal may have gone too, and a log line it cannot show must not break the orderly stop.
    process.stdout.on('error', () => {});
    process.stderr.on('error', () => {});
    onGone();
  });
  process.channel.unref();
}
