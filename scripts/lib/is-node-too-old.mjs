/** Says so where Node is too old. Written so that even such a Node can read it. */
export function isNodeTooOld() {
  const oldest = 20;
  if (Number(process.versions.node.split('.')[0]) >= oldest) return false;
  console.error(`Serenata needs Node ${oldest} or newer to start; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
  return true;
}
