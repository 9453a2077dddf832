import type { OrderSums } from './order-sums.ts'

/** Loads the sums' code on first use; no first view needs it. */
export function laterSums(load: () => Promise<OrderSums>): OrderSums {
  let sums: OrderSums | undefined
  let loading: Promise<OrderSums> | undefined
  const open = async (): Promise<OrderSums> => {
    // After a failed load, the next caller loads again.
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return (sums = await loading)
  }
  return {
    get isReady() {
      return sums?.isReady === true
    },
    get version() {
      return sums?.version ?? ''
    },
    demand: async () => (await open()).demand(),
    isUnpaid: (order) => sums?.isUnpaid(order) === true,
  }
}
