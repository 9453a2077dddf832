import type { OrderSums } from './order-sums.ts'

/** Sums whose code comes when they are first asked for: no first view needs them. */
export function laterSums(load: () => Promise<OrderSums>): OrderSums {
  let sums: OrderSums | undefined
  let loading: Promise<OrderSums> | undefined
  const open = async (): Promise<OrderSums> => {
    // What could not be fetched is fetched anew for whoever asks next.
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
      return sums?.version ?? 0
    },
    demand: async () => (await open()).demand(),
    isUnpaid: (order) => sums?.isUnpaid(order) === true,
  }
}
