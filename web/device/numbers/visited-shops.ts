/** Shops opened in this tab, newest first: their leases are filled first. */
export type VisitedShops = {
  /** False if it is the newest already. */
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
