export const ink = '#10213f';
export const cobalt = '#1d4fd8';
export const terracotta = '#d9572b';
export const lemon = '#f6d34a';
export const chalk = '#fbfcfd';
export const air = '#bcd9fb';
export const leafGreen = '#2f7d5b';

export const terraceCloths = [
  cobalt,
  terracotta,
  lemon,
  chalk,
  ink,
  '#8fb5ff',
  '#f08a6c',
  '#2f7d5b',
  '#ecd9b8',
  '#a9d8bf',
  '#f4b6c2',
  '#b23a2a',
] as const;
