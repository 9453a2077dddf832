/** Waits for all pipelined statements, then throws the first error: none may be in flight when the transaction continues or rolls back. */
export const settleAll = <Result>(sent: Iterable<Promise<Result>>): Promise<Awaited<Result>[]> => settleEach([...sent])

/** The same for statements of different types; keeps their order. */
export async function settleEach<const Sent extends readonly unknown[]>(sent: Sent): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const results = await Promise.allSettled(sent)
  const values = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  // Safe because each position has the value of its own promise.
  return values as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }
}
