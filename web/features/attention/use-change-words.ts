import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Bootstrap, Op } from '#schema/api/sync.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import type { Device } from '#web/device/device-types.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { type ChangeWords, rowToTitle } from './change-words.ts'
import { opToReferences, refToKey } from './refused/refused-groups.ts'

type Change = { ops: readonly Op[]; titleByRow?: Readonly<Record<string, string>> | undefined }

export type KnownRows = {
  words: ChangeWords
  /** Whether the row is on this device now. */
  hasRow: (row: RowRef) => boolean
  /** Whether a create of the row is in the list itself. */
  isRefused: (row: RowRef) => boolean
}

/**
 * Names for the rows of refused changes, from this device and from the changes themselves. `shown`: the visible
 * changes, if fewer; only their rows are read.
 */
export function useKnownRows(changes: readonly Change[], shown: readonly Change[] = changes): KnownRows {
  const bootstrap = useBootstrap()
  const now = useNow()
  const format = useShopFormat()
  const titleByKey = useLivingTitles(shown, format)
  const typedTitles = useMemo(() => new Map(changes.flatMap((change) => changeToTitles(change, format))), [changes, format])
  const refusedKeys = useMemo(
    () => new Set(changes.flatMap(({ ops }) => ops.flatMap((op) => (op.action === 'create' ? [`${op.collection}/${op.id}`] : [])))),
    [changes],
  )
  const rowName = useCallback(
    (collection: CollectionName, id: string) => titleByKey.get(`${collection}/${id}`) ?? typedTitles.get(`${collection}/${id}`),
    [titleByKey, typedTitles],
  )
  return {
    words: { rowName, lookUpName: (table, id) => lookUp(bootstrap, table, id), dateTime: (instant) => format.dateTime(instant, now), format },
    hasRow: (row) => titleByKey.has(refToKey(row)),
    isRefused: (row) => refusedKeys.has(refToKey(row)),
  }
}

/** Names from the server's answer and from the creates in the changes. */
const changeToTitles = ({ ops, titleByRow = {} }: Change, format: ShopFormat): (readonly [string, string])[] => [
  ...Object.entries(titleByRow),
  ...ops.flatMap((op) => {
    if (op.action !== 'create' || !isCollectionName(op.collection)) return []
    const title = rowToTitle(op.collection, op.values, undefined, format)
    return title === undefined ? [] : [[`${op.collection}/${op.id}`, title] as const]
  }),
]

/** Titles of the undeleted rows on this device that the changes touch or reference; '' without a name. */
function useLivingTitles(changes: readonly Change[], format: ShopFormat): ReadonlyMap<string, string> {
  const device = useDevice()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isOver = false
    void readTitles(device, changes, format).then((read) => {
      if (!isOver) setTitles(read)
    })
    return () => {
      isOver = true
    }
  }, [device, changes, format])
  return titles
}

async function readTitles(device: Device, changes: readonly Change[], format: ShopFormat): Promise<Map<string, string>> {
  const refs = changes.flatMap(({ ops }) =>
    ops.flatMap((op): RowRef[] => [...(isCollectionName(op.collection) ? [{ collection: op.collection, id: op.id }] : []), ...opToReferences(op)]),
  )
  const titles = new Map<string, string>()
  for (const [collection, ofOne] of Map.groupBy(refs, (ref) => ref.collection)) {
    const rows = await device.rows.readMany(collection, [...new Set(ofOne.map(({ id }) => id))]).catch(() => [])
    for (const row of rows) {
      titles.set(refToKey({ collection, id: row.id }), rowToTitle(collection, row, undefined, format) ?? '')
    }
  }
  return titles
}

function lookUp(bootstrap: Bootstrap | null, table: string, id: string): string | undefined {
  switch (table) {
    case 'order_statuses':
      return bootstrap?.orderStatuses.find((row) => row.id === id)?.statusName ?? orderStatusById.get(id)?.statusName
    case 'product_conditions':
      return bootstrap?.productConditions.find((row) => row.id === id)?.conditionName
    case 'product_types':
      return bootstrap?.productTypes.find((row) => row.id === id)?.typeName
    case 'product_colors':
      return bootstrap?.productColors.find((row) => row.id === id)?.colorName
    default:
      return undefined
  }
}
