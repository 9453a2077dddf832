import { useEffect, useState } from 'react'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { useDevice } from './provider.tsx'

export type RowState<Row> = { state: 'loading' } | { state: 'ready'; row: Row | undefined }

const loading = { state: 'loading' } as const

type RowOptions = {
  /** If the device may not read the collection, treat the row as missing instead of waiting for it. */
  isMissingWhenUnreadable?: boolean | undefined
}

/** One live row. `row` is undefined if there is none or it was deleted, and always for an id of null. */
export function useRow<N extends CollectionName>(
  collection: N,
  id: string | null,
  { isMissingWhenUnreadable = false }: RowOptions = {},
): RowState<DocumentByCollection[N]> {
  const device = useDevice()
  const [held, setHeld] = useState<{ key: string; value: RowState<DocumentByCollection[N]> }>({ key: '', value: loading })
  const key = `${collection}/${id}`
  useEffect(() => {
    if (id === null) return undefined
    const hold = (row: DocumentByCollection[N] | undefined): void => setHeld({ key, value: { state: 'ready', row } })
    return device.rows.watch(collection, id, hold, isMissingWhenUnreadable ? () => hold(undefined) : undefined)
  }, [device, collection, id, key, isMissingWhenUnreadable])
  if (id === null) return { state: 'ready', row: undefined }
  return held.key === key ? held.value : loading
}
