import type { Attachment } from '#schema/collections/work/attachments.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { LostFile, PendingEntry } from '../files/files-store.ts'
import type { FileStore } from '../files/file-store.ts'
import type { FilePart } from '../platform/server-port.ts'
import { useDevice } from './provider.tsx'
import { useIsOffline } from './use-device.ts'

/** Undefined while it opens, and if that fails. */
export function useFileRoom(): FileStore | undefined {
  const { files } = useDevice()
  const [room, setRoom] = useState<FileStore>()
  useEffect(() => {
    let isOver = false
    if (!files.isOff)
      void files.open().then(
        (opened) => !isOver && setRoom(opened),
        () => undefined,
      )
    return () => {
      isOver = true
    }
  }, [files])
  return room
}

const nothing: readonly PendingEntry[] = []
const watchNothing = (): (() => void) => () => undefined

export function usePendingFiles(room: FileStore | undefined): readonly PendingEntry[] {
  return useSyncExternalStore(room?.entries.subscribe ?? watchNothing, room?.entries.get ?? (() => nothing))
}

export type { LostFile }
const noneLost: readonly LostFile[] = []

/** Contents that the browser cleared before the server had them, oldest first. */
export function useLostFiles(room: FileStore | undefined): readonly LostFile[] {
  return useSyncExternalStore(room?.lost.subscribe ?? watchNothing, room?.lost.get ?? (() => noneLost))
}

/** An order's file rows by capture time; undefined while loading. */
export function useAttachments(orderId: string): Attachment[] | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ orderId: string; rows: Attachment[] }>()
  useEffect(() => {
    let isOver = false
    const read = (): void =>
      void device.rows.listOf('attachments', 'orderId', orderId).then(
        (rows) => !isOver && setHeld({ orderId, rows: rows.toSorted(byTime) }),
        () => undefined,
      )
    read()
    const stop = device.rows.watchCollection('attachments', read)
    return () => {
      isOver = true
      stop()
    }
  }, [device, orderId])
  return held?.orderId === orderId ? held.rows : undefined
}

const byTime = (a: Attachment, b: Attachment): number => (a.takenAt ?? a.createdAt).localeCompare(b.takenAt ?? b.createdAt) || a.id.localeCompare(b.id)

export type FileView = { state: 'loading' | 'missing' | 'away' } | { state: 'here'; url: string }

/** An object URL of the content, valid while mounted. */
export function useFileUrl(room: FileStore | undefined, place: { shopId: string; id: string } | undefined, part: FilePart): FileView {
  const isOffline = useIsOffline()
  const [view, setView] = useState<FileView & { key?: string }>({ state: 'loading' })
  const [shopId, id] = [place?.shopId, place?.id]
  const key = `${id}/${part}`
  useEffect(() => {
    if (room === undefined || shopId === undefined || id === undefined) return undefined
    let isOver = false
    let url: string | undefined
    void room.read({ shopId, id }, part).then((answer) => {
      if (isOver) return
      if (answer.state !== 'here') return setView({ ...answer, key })
      url = URL.createObjectURL(answer.blob)
      setView({ state: 'here', url, key })
    })
    return () => {
      isOver = true
      if (url !== undefined) URL.revokeObjectURL(url)
    }
    // Retry failed downloads when the connection is back.
  }, [room, shopId, id, part, key, isOffline])
  return view.key === key ? view : { state: 'loading' }
}

/** The newest signature of an order at drop-off or pick-up, for printing, offline too; null without one. */
export function useSignature(orderId: string, at: 'drop-off' | 'pick-up'): { row: Attachment; view: FileView } | null {
  const room = useFileRoom()
  const rows = useAttachments(orderId)
  const row = useMemo(() => rows?.findLast(({ kind, caption }) => kind === 'signature' && caption === at), [rows, at])
  const view = useFileUrl(room, row, 'content')
  return row === undefined ? null : { row, view }
}
