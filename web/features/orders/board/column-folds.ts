type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Fold state by status; a missing status keeps its default. */
export type ColumnFolds = Readonly<Record<string, boolean>>

const keyOf = (userId: string, shopId: string): string => `mainspring-board-folds/${userId}/${shopId}`

export function readFolds(userId: string, shopId: string, storage: TextStorage | undefined): ColumnFolds {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(keyOf(userId, shopId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    return {}
  }
}

/** Without storage the state lasts until the board closes. */
export function writeFolds(userId: string, shopId: string, folds: ColumnFolds, storage: TextStorage | undefined): void {
  try {
    storage?.setItem(keyOf(userId, shopId), JSON.stringify(folds))
  } catch {
    // Storage is blocked or full.
  }
}
