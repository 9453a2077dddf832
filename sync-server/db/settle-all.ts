/**
 * Waits for statements that were sent one behind the other, to the last, and throws the first error: nothing is on its way any more when the
 * transaction goes on or goes back.
 */
export async function settleAll<Result>(sent: Iterable<Promise<Result>>): Promise<Result[]> {
  const results = await Promise.allSettled(sent)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** The same for statements of different kinds. */
export async function settleEach<const Sent extends readonly unknown[]>(sent: Sent): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const results = await Promise.allSettled(sent)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  // Safe because each place has the value of its own promise.
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }
}
