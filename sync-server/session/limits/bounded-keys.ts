/** So many keys that hold nobody back are remembered. */
const maxKeys = 50_000

type Judge<Value> = {
  /** Whether a key has come far enough that forgetting it would give something away. */
  mustStay: (value: Value) => boolean
  /** Whether it counts for nothing any more. */
  isOver: (value: Value) => boolean
}

export type BoundedKeys<Value> = ReturnType<typeof createBoundedKeys<Value>>

/**
 * What limits remember of keys that anybody can make up. Of those that were hardly used the oldest go first; those that must
 * stay do so until they are over, however much junk comes: each of them has cost its maker many calls.
 */
export function createBoundedKeys<Value>({ mustStay, isOver }: Judge<Value>) {
  const light = new Map<string, Value>()
  const heavy = new Map<string, Value>()
  let sweepAbove = maxKeys

  const sweep = (): void => {
    for (const [key, value] of heavy) if (isOver(value)) heavy.delete(key)
    sweepAbove = Math.max(maxKeys, 2 * heavy.size)
  }

  return {
    get: (key: string): Value | undefined => heavy.get(key) ?? light.get(key),
    set(key: string, value: Value): void {
      heavy.delete(key)
      light.delete(key)
      if (mustStay(value)) heavy.set(key, value)
      else light.set(key, value)
      if (light.size > maxKeys) light.delete(light.keys().next().value as string)
      if (heavy.size > sweepAbove) sweep()
    },
    delete(key: string): void {
      heavy.delete(key)
      light.delete(key)
    },
    get size(): number {
      return light.size + heavy.size
    },
  }
}
