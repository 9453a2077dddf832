import {
  parseSync,
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query'
import { areEqual, Facts, followsFrom, isGiven, saidByAll, type Fact, type Place } from './facts.ts'

/** Columns of each table. */
export type TableColumns = ReadonlyMap<string, ReadonlySet<string>>

/** One table in a statement. `by`: the columns for which its conditions name a value, or another column. `conflict`: of `on conflict`. */
export type TableUse = {
  table: string
  action: 'read' | 'insert' | 'update' | 'delete'
  isOfShop: boolean
  by: readonly string[]
  conflict: readonly string[] | undefined
  changes: readonly string[]
}

/** A statement as its parser reads it; `kind` is PostgreSQL's own name of it. `loadModule` of the parser must have run. */
export type ReadStatement = {
  kind: string
  uses: readonly TableUse[]
  /** Whether rows of these tables meet within one shop only. */
  meetByShop: (isMeant: (table: string) => boolean) => boolean
}

export function readStatement(text: string, tables: TableColumns): ReadStatement[] {
  return (parseSync(text).stmts ?? []).map(({ stmt }) => {
    if (stmt === undefined) throw new TypeError(`There is no statement in ${text}`)
    const reader = new Reader(tables)
    reader.readQuery(stmt, undefined)
    return { kind: kindOf(stmt), uses: reader.listUses(), meetByShop: (isMeant) => reader.meetByShop(isMeant) }
  })
}

const shopKey = 'shop_id'

/** `columns`: undefined where anything may be one. `isValues`: its rows came with the statement. */
type Source = { id: number; columns: ReadonlySet<string> | undefined; isValues: boolean }
type Scope = { sources: Map<string, Source>; common: Map<string, Outputs>; parent: Scope | undefined }
type Outputs = ReadonlyMap<string, Place>
type Found = { source: Source; place: Place; scope: Scope }
type Open = Omit<TableUse, 'isOfShop' | 'by'> & { source: number }

const kindOf = (node: Node): string => Object.keys(node)[0] ?? ''
const openScope = (parent: Scope | undefined): Scope => ({ sources: new Map(), common: new Map(parent?.common), parent })

class Reader {
  readonly #tables: TableColumns
  readonly #facts = new Facts()
  readonly #uses: Open[] = []
  #count = 0

  constructor(tables: TableColumns) {
    this.#tables = tables
  }

  listUses(): TableUse[] {
    return this.#uses.map(({ source, ...use }) => ({
      ...use,
      isOfShop: this.#facts.hasValue({ source, column: shopKey }),
      by: this.#facts.columnsOf(source),
    }))
  }

  meetByShop(isMeant: (table: string) => boolean): boolean {
    return this.#facts.areOne(this.#uses.filter(({ table }) => isMeant(table)).map(({ source }) => ({ source, column: shopKey })))
  }

  /** Answers the columns that it gives. */
  readQuery(node: Node, parent: Scope | undefined): Outputs {
    if ('SelectStmt' in node) return this.#readSelect(node.SelectStmt, parent)
    if ('InsertStmt' in node) return this.#readInsert(node.InsertStmt, parent)
    if ('UpdateStmt' in node) return this.#readUpdate(node.UpdateStmt, parent)
    if ('DeleteStmt' in node) return this.#readDelete(node.DeleteStmt, parent)
    return new Map()
  }

  #readSelect(select: SelectStmt, parent: Scope | undefined): Outputs {
    const scope = openScope(parent)
    this.#readCommon(select.withClause, scope)
    if (select.larg !== undefined && select.rarg !== undefined) {
      // Conditions reach into both halves, and none of them speaks for the other.
      const halves = [this.#readSelect(select.larg, scope), this.#readSelect(select.rarg, scope)]
      const whole = new Map([...(halves[0]?.keys() ?? [])].map((column): [string, Place] => [column, { source: this.#count, column }]))
      this.#count += 1
      for (const half of halves) for (const [column, place] of half) this.#facts.connect([followsFrom(place, whole.get(column) ?? place)])
      return whole
    }
    for (const item of select.fromClause ?? []) this.#readFrom(item, scope)
    if (select.whereClause !== undefined) this.#facts.add(this.#readCondition(select.whereClause, scope))
    for (const part of [select.targetList, select.valuesLists, select.groupClause, select.havingClause, select.sortClause]) this.#readInner(part, scope)
    return this.#toOutputs(select.targetList, scope)
  }

  #readInsert(insert: InsertStmt, parent: Scope | undefined): Outputs {
    const scope = openScope(parent)
    this.#readCommon(insert.withClause, scope)
    const columns = (insert.cols ?? []).flatMap((column) => ('ResTarget' in column ? [column.ResTarget.name ?? ''] : []))
    const infer = insert.onConflictClause?.infer?.indexElems?.flatMap((element) => ('IndexElem' in element ? [element.IndexElem.name ?? ''] : []))
    const changes = listTargets(insert.onConflictClause?.targetList)
    const source = this.#addTable(insert.relation, scope, { action: 'insert', conflict: infer, changes })
    for (const column of columns) this.#facts.add([isGiven({ source: source.id, column })])
    if (insert.selectStmt !== undefined) this.readQuery(insert.selectStmt, scope)
    scope.sources.set('excluded', { id: this.#count++, columns: source.columns, isValues: true })
    this.#readInner(insert.onConflictClause?.targetList, scope)
    this.#readInner(insert.onConflictClause?.whereClause, scope)
    return this.#toOutputs(insert.returningClause?.exprs, scope)
  }

  #readUpdate(update: UpdateStmt, parent: Scope | undefined): Outputs {
    const scope = openScope(parent)
    this.#readCommon(update.withClause, scope)
    this.#addTable(update.relation, scope, { action: 'update', changes: listTargets(update.targetList) })
    for (const item of update.fromClause ?? []) this.#readFrom(item, scope)
    if (update.whereClause !== undefined) this.#facts.add(this.#readCondition(update.whereClause, scope))
    this.#readInner(update.targetList, scope)
    return this.#toOutputs(update.returningClause?.exprs, scope)
  }

  #readDelete(deletion: DeleteStmt, parent: Scope | undefined): Outputs {
    const scope = openScope(parent)
    this.#readCommon(deletion.withClause, scope)
    this.#addTable(deletion.relation, scope, { action: 'delete' })
    for (const item of deletion.usingClause ?? []) this.#readFrom(item, scope)
    if (deletion.whereClause !== undefined) this.#facts.add(this.#readCondition(deletion.whereClause, scope))
    return this.#toOutputs(deletion.returningClause?.exprs, scope)
  }

  #readCommon(clause: WithClause | undefined, scope: Scope): void {
    for (const item of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in item)) continue
      const { ctename = '', ctequery } = item.CommonTableExpr
      // One that repeats itself reads its own rows.
      if (clause?.recursive === true) scope.common.set(ctename, new Map())
      if (ctequery !== undefined) scope.common.set(ctename, this.readQuery(ctequery, scope))
    }
  }

  #readFrom(item: Node, scope: Scope): void {
    if ('RangeVar' in item) {
      const name = item.RangeVar.alias?.aliasname ?? item.RangeVar.relname ?? ''
      const common = item.RangeVar.schemaname === undefined ? scope.common.get(item.RangeVar.relname ?? '') : undefined
      if (common === undefined) this.#addTable(item.RangeVar, scope, { action: 'read' })
      else this.#addOutputs(name, common, scope)
    } else if ('JoinExpr' in item) {
      this.#readJoin(item.JoinExpr, scope)
    } else if ('RangeSubselect' in item) {
      const { alias, subquery, lateral } = item.RangeSubselect
      if (subquery !== undefined) this.#addOutputs(alias?.aliasname ?? '', this.readQuery(subquery, lateral === true ? scope : withoutSources(scope)), scope)
    } else if ('RangeFunction' in item) {
      this.#readInner(item.RangeFunction.functions, scope)
      const { alias } = item.RangeFunction
      const names = alias?.colnames?.flatMap((column) => ('String' in column ? [column.String.sval ?? ''] : []))
      scope.sources.set(alias?.aliasname ?? `function ${this.#count}`, { id: this.#count++, columns: names && new Set(names), isValues: true })
    } else {
      throw new TypeError(`Nobody has thought of ${kindOf(item)} in a from clause`)
    }
  }

  #readJoin({ larg, rarg, quals, usingClause }: JoinExpr, scope: Scope): void {
    if (usingClause !== undefined) throw new TypeError('Nobody has thought of a join with using')
    for (const side of [larg, rarg]) if (side !== undefined) this.#readFrom(side, scope)
    if (quals !== undefined) this.#facts.add(this.#readCondition(quals, scope))
  }

  #addTable(range: RangeVar | undefined, scope: Scope, use: Pick<Open, 'action'> & Partial<Open>): Source {
    const table = range?.relname ?? ''
    const source: Source = { id: this.#count++, columns: this.#tables.get(table), isValues: false }
    scope.sources.set(range?.alias?.aliasname ?? table, source)
    this.#uses.push({ conflict: undefined, changes: [], ...use, table, source: source.id })
    return source
  }

  #addOutputs(name: string, outputs: Outputs, scope: Scope): void {
    const source: Source = { id: this.#count++, columns: new Set(outputs.keys()), isValues: false }
    scope.sources.set(name, source)
    for (const [column, place] of outputs) this.#facts.connect(areEqual({ source: source.id, column }, place))
  }

  #toOutputs(targets: readonly Node[] | undefined, scope: Scope): Outputs {
    const outputs = new Map<string, Place>()
    for (const target of targets ?? []) {
      if (!('ResTarget' in target)) continue
      const { name, val } = target.ResTarget
      const found = val && this.#findColumn(val, scope)
      const column = name ?? found?.place.column
      if (column !== undefined) outputs.set(column, found?.place ?? { source: this.#count++, column })
      // All columns of a table, or of what is read in its place.
      else for (const source of scope.sources.values()) for (const own of source.columns ?? []) outputs.set(own, { source: source.id, column: own })
    }
    return outputs
  }

  #readCondition(node: Node, scope: Scope): Fact[] {
    if ('BoolExpr' in node) {
      const arms = (node.BoolExpr.args ?? []).map((arm) => this.#readCondition(arm, scope))
      if (node.BoolExpr.boolop === 'AND_EXPR') return arms.flat()
      return node.BoolExpr.boolop === 'OR_EXPR' ? saidByAll(arms) : []
    }
    if ('SubLink' in node) {
      const { subselect, testexpr, subLinkType } = node.SubLink
      const outputs = subselect && this.readQuery(subselect, scope)
      const tested = testexpr && this.#findColumn(testexpr, scope)
      const [given] = outputs?.values() ?? []
      return subLinkType === 'ANY_SUBLINK' && tested && given ? areEqual(tested.place, given) : []
    }
    this.#readInner(node, scope)
    if (!('A_Expr' in node)) return []
    const { kind, name, lexpr, rexpr } = node.A_Expr
    const isEquality = name?.length === 1 && name[0] !== undefined && 'String' in name[0] && name[0].String.sval === '='
    if (!isEquality || lexpr === undefined || rexpr === undefined) return []
    if (kind === 'AEXPR_OP' && 'RowExpr' in lexpr && 'RowExpr' in rexpr) {
      const others = rexpr.RowExpr.args ?? []
      return (lexpr.RowExpr.args ?? []).flatMap((one, index) => this.#readEquality(one, others[index], scope))
    }
    return ['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN', 'AEXPR_NOT_DISTINCT'].includes(kind ?? '') ? this.#readEquality(lexpr, rexpr, scope) : []
  }

  #readEquality(one: Node, other: Node | undefined, scope: Scope): Fact[] {
    if (other === undefined) return []
    const sides = [this.#findColumn(one, scope), this.#findColumn(other, scope)] as const
    const [left, right] = sides
    if (left !== undefined && right !== undefined) {
      const given = [left, right].filter(({ source }) => source.isValues).map(({ place }) => isGiven(place))
      if (left.scope === right.scope) return [...areEqual(left.place, right.place), ...given]
      // What holds inside says nothing about the rows outside.
      const [inner, outer] = left.scope === scope ? [left, right] : [right, left]
      return [followsFrom(inner.place, outer.place), ...given]
    }
    const column = left ?? right
    const value = left === undefined ? one : other
    return column !== undefined && !hasColumn(value) ? [isGiven(column.place)] : []
  }

  /** Queries inside an expression. */
  #readInner(part: unknown, scope: Scope): void {
    if (typeof part !== 'object' || part === null) return
    if ('SubLink' in part) this.#readCondition(part as Node, scope)
    else for (const inner of Object.values(part)) this.#readInner(inner, scope)
  }

  #findColumn(node: Node, scope: Scope): Found | undefined {
    if ('CollateClause' in node && node.CollateClause.arg !== undefined) return this.#findColumn(node.CollateClause.arg, scope)
    if (!('ColumnRef' in node)) return undefined
    const names = (node.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : '*'))
    const column = names.at(-1) ?? ''
    if (column === '*') return undefined
    const owner = names.at(-2)
    for (let place: Scope | undefined = scope; place !== undefined; place = place.parent) {
      const sources = owner === undefined ? [...place.sources.values()] : [place.sources.get(owner)]
      const source = sources.find((known) => known?.columns?.has(column)) ?? sources.find((known) => known !== undefined && known.columns === undefined)
      if (source !== undefined) return { source, place: { source: source.id, column }, scope: place }
    }
    return undefined
  }
}

const withoutSources = (scope: Scope): Scope => ({ ...scope, sources: new Map() })

const listTargets = (targets: readonly Node[] | undefined): string[] =>
  (targets ?? []).flatMap((target) => ('ResTarget' in target ? [target.ResTarget.name ?? ''] : []))

function hasColumn(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  return 'ColumnRef' in part || Object.values(part).some(hasColumn)
}
