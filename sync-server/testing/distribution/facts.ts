/**
 * What the conditions of one statement say about its columns: which have a value that is given with it, and which are equal to another.
 * A fact is a text, so that the arms of an `or` can be compared.
 */
export type Fact = string

/** A column of one source of rows; the same table may be several sources. */
export type Place = { source: number; column: string }

export const toPlaceName = ({ source, column }: Place): string => `${source}.${column}`

export const isGiven = (place: Place): Fact => toPlaceName(place)

/** Whatever gives `to` a value gives `from` the same. */
export const followsFrom = (from: Place, to: Place): Fact => `${toPlaceName(from)}=${toPlaceName(to)}`

export const areEqual = (one: Place, other: Place): Fact[] => [followsFrom(one, other), followsFrom(other, one)]

/** What each of the arms says. */
export const saidByAll = ([first = [], ...others]: readonly Fact[][]): Fact[] => first.filter((fact) => others.every((arm) => arm.includes(fact)))

export class Facts {
  readonly #given = new Set<string>()
  readonly #sources = new Map<string, Set<string>>()
  readonly #named = new Set<string>()

  /** What a condition says. */
  add(facts: readonly Fact[]): void {
    this.connect(facts)
    for (const fact of facts) this.#named.add(fact.split('=')[0] ?? '')
  }

  /** What follows from where a query stands in another. */
  connect(facts: readonly Fact[]): void {
    for (const fact of facts) {
      const [from = '', to] = fact.split('=')
      if (to === undefined) this.#given.add(from)
      else this.#sources.set(from, (this.#sources.get(from) ?? new Set()).add(to))
    }
  }

  hasValue(place: Place): boolean {
    return [...reach(toPlaceName(place), this.#sources)].some((name) => this.#given.has(name))
  }

  /** Whether all of them have one value, whatever it is. */
  areOne([first, ...others]: readonly Place[]): boolean {
    const neighbours = new Map<string, Set<string>>()
    for (const [from, names] of this.#sources) {
      for (const to of names)
        for (const [one, other] of [
          [from, to],
          [to, from],
        ] as const)
          neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other))
    }
    const reached = first === undefined ? new Set() : reach(toPlaceName(first), neighbours)
    return others.every((place) => reached.has(toPlaceName(place)))
  }

  /** Columns of a source that a condition names, or that get a value from around it. */
  columnsOf(source: number): string[] {
    const prefix = `${source}.`
    const columns = [...this.#named, ...this.#given, ...this.#sources.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
    return [...new Set(columns)].filter((column) => this.#named.has(`${prefix}${column}`) || this.hasValue({ source, column })).toSorted()
  }
}

function reach(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set([start])
  for (const name of reached) for (const other of next.get(name) ?? []) reached.add(other)
  return reached
}
