/**
 * Answers as the promise does, or with what `late` returns or throws where that takes longer than this. What was asked for
 * goes on, and its outcome is dropped: where it can be called off, `AbortSignal.timeout` is the better way.
 */
export async function withTimeout<T, L = never>(
  answer: Promise<T>,
  milliseconds: number,
  late: () => L,
): Promise<T | L> {
  const timeout = Promise.withResolvers<L>();
  const timer = setTimeout(() => timeout.resolve(Promise.try(late)), milliseconds);
  try {
    return await Promise.race([answer, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
