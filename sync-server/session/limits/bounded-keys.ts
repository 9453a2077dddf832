/** Maximum of remembered keys that hold nobody back. */
const maxKeys = 50_000

type Judge<Value> = {
  /** Whether a key has so many tries that dropping it would grant new ones. */
  mustStay: (value: Value) => boolean
  /** Whether the value has expired. */
  isOver: (value: Value) => boolean
}

/**
 * Memory of limits for keys that anybody can invent. Keys with few tries are dropped oldest first; keys that must stay are kept until
 * they expire, since each of them took many calls to make.
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
