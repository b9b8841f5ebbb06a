import type { FastifyRequest } from 'fastify';

/** Whether a browser takes an encoding, by what it says: `gzip, br;q=0.5`. A weight of 0 is a no. */
export function acceptsEncoding({ headers }: Pick<FastifyRequest, 'headers'>, encoding: string): boolean {
  return (headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.split(';', 2).map((piece) => piece.trim().toLowerCase()))
    .some(([name, weight = '']) => name === encoding && !/^q=0(?:\.0*)?$/.test(weight));
}
