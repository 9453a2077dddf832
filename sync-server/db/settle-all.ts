/**
 * Waits for statements that were sent one behind the other, to the last, and throws the first error: nothing is on its way any more when the
 * transaction goes on or goes back.
 */
export const settleAll = <Result>(sent: Iterable<Promise<Result>>): Promise<Awaited<Result>[]> => settleEach([...sent])

/** The same for statements of different kinds, each of which answers in its place. */
export async function settleEach<const Sent extends readonly unknown[]>(sent: Sent): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const results = await Promise.allSettled(sent)
  const values = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  // Safe because each place has the value of its own promise.
  return values as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }
}
