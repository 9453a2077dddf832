/** Shops that this person opened since this tab was, the newest first: their numbers come before those of others. */
export type VisitedShops = {
  /** False where it is the newest already. */
  note: (shopId: string) => boolean
  list: () => readonly string[]
}

export function createVisitedShops(): VisitedShops {
  let shopIds: readonly string[] = []
  return {
    note(shopId) {
      if (shopIds[0] === shopId) return false
      shopIds = [shopId, ...shopIds.filter((id) => id !== shopId)]
      return true
    },
    list: () => shopIds,
  }
}
