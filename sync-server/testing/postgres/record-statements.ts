import pg from 'pg'

export type Recording = {
  /** What was sent to PostgreSQL while something ran, each text once. */
  texts: ReadonlySet<string>
  /** Notes what this process sends meanwhile; what a test sends by itself stays outside. */
  during: <Result>(run: () => Promise<Result>) => Promise<Result>
  stop: () => void
}

/** Looks over the shoulder of the driver of this process: its own method is put back by `stop`. */
export function recordStatements(): Recording {
  const texts = new Set<string>()
  let open = 0
  const { prototype } = pg.Client
  const sending = Object.getOwnPropertyDescriptor(prototype, 'query')
  const send = sending?.value as (this: pg.Client, ...given: unknown[]) => unknown
  prototype.query = function noteQuery(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first
    if (open > 0 && typeof text === 'string') texts.add(text)
    return send.apply(this, given)
  } as typeof prototype.query
  return {
    texts,
    async during(run) {
      open += 1
      try {
        return await run()
      } finally {
        open -= 1
      }
    },
    stop: () => void Object.defineProperty(prototype, 'query', sending ?? {}),
  }
}
