/** What must hold of customers who were merged, whatever came late, was undone or brought back. */

type SqlRow = Record<string, string | number | null>
type Content = { rowsByCollection: ReadonlyMap<string, readonly SqlRow[]> }

/** Each living order and device is of a living customer, and an order's device is of the same one. @throws Error */
export function checkBelongings({ rowsByCollection }: Content): void {
  const customerById = new Map((rowsByCollection.get('customers') ?? []).map((row) => [row['id'], row]))
  const assetById = new Map((rowsByCollection.get('assets') ?? []).map((row) => [row['id'], row]))
  for (const collection of ['orders', 'assets']) {
    for (const { id, deleted, customer_id: customerId, asset_id: assetId = null } of rowsByCollection.get(collection) ?? []) {
      if (deleted === 0 && customerById.get(customerId ?? '')?.['deleted'] !== 0) throw new Error(`${collection}/${String(id)} is of a customer who is gone`)
      const asset = assetId === null ? undefined : assetById.get(assetId)
      if (asset !== undefined && asset['customer_id'] !== customerId) throw new Error(`${collection}/${String(id)} names a device of somebody else`)
    }
  }
}
