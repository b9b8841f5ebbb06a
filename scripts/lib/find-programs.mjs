import { basename, join } from 'node:path';

const windows = process.platform === 'win32';

/** The current Node that npm installs here, whatever the machine has. */
export function findNode(root) {
  return join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');
}

/** The npm that started us, so that no other one meddles with the same folder. */
export function findNpm() {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  if (script && /^npm-cli\.[cm]?js$/.test(basename(script))) return [node, script];
  return [windows ? 'npm.cmd' : 'npm'];
}
