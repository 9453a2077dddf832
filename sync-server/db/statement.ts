import type { Compilable, Kysely } from 'kysely'
import { toDynamicDb, type Db, type DynamicDatabase, type SqlValue } from './database.ts'
import { engineOf, type EngineName } from './engines/engine.ts'
import { runCompiled } from './transaction.ts'

class Argument {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Arguments = Readonly<Record<string, SqlValue>>
export type Statement<Row> = (executor: Db, values: Arguments) => Promise<Row[]>

/** Defines a query that is compiled once; `argument('x')` stands for each run's value `x`. For the hot paths of push and pull only. */
export function defineStatement<Row>(build: (db: Kysely<DynamicDatabase>, argument: (name: string) => SqlValue) => Compilable): Statement<Row> {
  const compile = oncePerEngine((executor) => {
    const compiled = build(toDynamicDb(executor), toArgument).compile()
    return { compiled, names: compiled.parameters.map((parameter) => (parameter instanceof Argument ? parameter.name : undefined)) }
  })
  return async (executor, values) => {
    const { compiled, names } = compile(executor)
    const fixed = compiled.parameters
    const parameters = names.map((name, index) => (name === undefined ? fixed[index] : requireValue(values, name)))
    return runCompiled<Row>(executor, { sql: compiled.sql, query: compiled.query, queryId: compiled.queryId, parameters })
  }
}

/** SQL texts differ by engine; tests use both engines in one process. */
export function oncePerEngine<Made>(make: (executor: Db) => Made): (executor: Db) => Made {
  const madeByEngine = new Map<EngineName, Made>()
  return (executor) => {
    const { name } = engineOf(executor)
    const known = madeByEngine.get(name)
    if (known !== undefined) return known
    const made = make(executor)
    madeByEngine.set(name, made)
    return made
  }
}

/** Safe: Kysely passes the object through as a parameter, and it is replaced before a statement runs. */
const toArgument = (name: string): SqlValue => new Argument(name) as unknown as SqlValue

function requireValue(values: Arguments, name: string): SqlValue {
  const value = values[name]
  if (value === undefined) throw new TypeError(`The statement needs a value for ${name}`)
  return value
}
