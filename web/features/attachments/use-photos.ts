import { useMemo, useState } from 'react'
import { v7 } from 'uuid'
import { attachmentsPerOrder } from '#schema/rules/files/attachments.ts'
import type { Attachment } from '#schema/collections/work/attachments.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { deleteAttachment, updateAttachment } from '#web/device/react/attachment-writes.ts'
import { useAttachments, useFileRoom, usePendingFiles } from '#web/device/react/use-files.ts'
import { notifyFailure, notifySuccess, runAction } from '#web/navigation/notify.ts'
import { countFiles, type FilesOf, toFullText } from './files-of.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './attachments-texts.ts'

/** A file of an order, or of a form not saved yet. */
export type Photo = {
  id: string
  shopId: string
  kind: Attachment['kind']
  fileName: string
  mimeType: string
  caption: string | null
  forCustomer: boolean
  /** `here`: on this device only. `told`: the server refused it. */
  place: 'draft' | 'here' | 'server' | 'told'
  trouble: string | null
  row: Attachment | undefined
}

export type Photos = {
  /** Undefined while loading. */
  list: readonly Photo[] | undefined
  room: ReturnType<typeof useFileRoom>
  /** Set while files are being prepared. */
  progress: { done: number; total: number } | undefined
  /** Why files were refused, one line each. */
  problems: readonly string[]
  /** Resolves to the new `problems`. */
  add: (files: readonly File[]) => Promise<readonly string[]>
  describe: (photo: Photo, change: { caption?: string | null; forCustomer?: boolean }) => Promise<void>
  remove: (photo: Photo) => Promise<void>
}

export type PhotosOf = FilesOf & { shopId: string }

export function usePhotos({ shopId, orderId, draftKey }: PhotosOf): Photos {
  const device = useDevice()
  const room = useFileRoom()
  const pending = usePendingFiles(room)
  const rows = useAttachments(orderId ?? '')
  const [progress, setProgress] = useState<Photos['progress']>()
  const [problems, setProblems] = useState<readonly string[]>([])

  const list = useMemo(() => {
    if (orderId !== null && rows === undefined) return undefined
    const pendingById = new Map(pending.map((entry) => [entry.id, entry]))
    const written = (rows ?? []).map((row): Photo => {
      const entry = pendingById.get(row.id)
      return { ...row, place: entry === undefined ? 'server' : entry.trouble === null ? 'here' : 'told', trouble: entry?.trouble ?? null, row }
    })
    const shown = new Set(written.map(({ id }) => id))
    const own = pending.filter(
      (entry) => !shown.has(entry.id) && (entry.draftKey === draftKey || (orderId !== null && entry.orderId === orderId && entry.trouble !== null)),
    )
    return [...written, ...own.map((entry): Photo => ({ ...entry, ...entry.facts, place: entry.trouble === null ? 'draft' : 'told', row: undefined }))]
  }, [rows, pending, orderId, draftKey])

  const tell = (found: readonly string[]): readonly string[] => {
    setProblems(found)
    return found
  }

  const add = async (files: readonly File[]): Promise<readonly string[]> => {
    // A file may be picked before the file store is loaded.
    const opened = room ?? (device.files.isOff ? undefined : await device.files.open().catch(() => undefined))
    if (opened === undefined) return tell([t.cannotStore()])
    const found: string[] = []
    let count = countFiles(rows ?? [], pending, { orderId, draftKey })
    setProblems([])
    for (const [index, file] of files.entries()) {
      setProgress({ done: index, total: files.length })
      if (count >= attachmentsPerOrder) {
        found.push(toFullText(files.slice(index)))
        break
      }
      try {
        const { prepareFile } = await import('./images/prepare-file.ts')
        const { kind, mimeType, content, width, height, sha256, ...thumbnail } = await prepareFile(file)
        const facts = { kind, fileName: toFileName(file.name, mimeType), mimeType, byteSize: content.byteLength, width, height, sha256 }
        await opened.add({
          id: v7(),
          shopId,
          orderId,
          draftKey,
          facts: { ...facts, caption: null, forCustomer: false, takenAt: correctedNow().toISOString() },
          content,
          ...thumbnail,
        })
        count++
      } catch (error) {
        found.push(`${file.name === '' ? t.thePhoto() : file.name}: ${(error as Error).message}`)
      }
    }
    setProgress(undefined)
    return tell(found)
  }

  const describe: Photos['describe'] = async (photo, change) => {
    const { row } = photo
    if (row === undefined) await room?.describe(photo.id, change)
    else await runAction({ run: () => updateAttachment(device, row, change), failure: t.updateFailed() })
  }

  const remove = async ({ id, kind, row }: Photo): Promise<void> => {
    const toast = kind === 'document' ? t.document : t.photo
    if (row === undefined) return room?.remove([id])
    try {
      const restore = await deleteAttachment(device, row)
      const onPress = (): void => void restore().catch((error: unknown) => notifyFailure(toast.restoreFailed(), error))
      notifySuccess(toast.deleted(), undefined, { label: common.undo(), onPress })
    } catch (error) {
      notifyFailure(toast.deleteFailed(), error)
    }
  }

  return { list, room, progress, problems, add, describe, remove }
}

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }

/** The original name with the extension of the stored type. */
function toFileName(name: string, mimeType: string): string {
  const stem = name.replace(/\.[^.]*$/, '').slice(0, 100)
  return `${stem === '' ? 'photo' : stem}.${endings[mimeType] ?? 'webp'}`
}
