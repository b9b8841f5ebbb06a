export function FindScreen() {
  return null;
}
