/** Step sizes. Tests and the simulation use small ones, so that few rows make many steps. */
export type DeviceSizes = {
  batchMaxMutations: number
  /** Maximum of rows per pulled page: large enough to hide fixed costs, small enough not to delay local writes. */
  pageMax: number
  /** Minimum on a slow network. */
  pageMin: number
}

export const defaultSizes: DeviceSizes = { batchMaxMutations: 200, pageMax: 3_000, pageMin: 25 }
