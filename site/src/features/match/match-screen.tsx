export function MatchScreen() {
  return null;
}
