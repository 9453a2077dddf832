/** How much goes in one step. Tests and the simulation take small ones, so that few rows make many steps. */
export type DeviceSizes = {
  /** Mutations of one push at most. */
  batchMaxMutations: number
  /** Rows of one page of a feed at most: large enough that a page's fixed costs vanish, small enough that a local write never waits long. */
  pageMax: number
  /** Rows that a slow network still gets in one page. */
  pageMin: number
}

export const defaultSizes: DeviceSizes = { batchMaxMutations: 200, pageMax: 3_000, pageMin: 25 }
