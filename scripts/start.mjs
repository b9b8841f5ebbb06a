// Run by `npm start`, perhaps before anything is installed: Node 20 alone must be enough.
const oldestNode = 20;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Serenata needs Node ${oldestNode} or newer to start; this is Node ${process.versions.node}.`,
  );
  process.exitCode = 1;
} else {
  // Loaded only now, because an older Node could not even read it.
  void import('./lib/start-serenata.mjs').then(({ startSerenata }) => startSerenata());
}
