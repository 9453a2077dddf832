import { Download, LoaderCircle } from 'lucide-react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFileRoom, usePendingFiles } from '#web/device/react/use-files.ts'
import { useFilesProgress } from '#web/device/react/use-files-progress.ts'
import type { PendingEntry } from '#web/device/files/files-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { sealedText, unstoredText } from './files-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../sync-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

const listedFiles = 50

export function SyncFiles() {
  const { files } = useDevice()
  const progress = useFilesProgress()
  const { isSaving, sendingId, troubled, waiting } = progress
  const sealed = sealedText(progress)
  const unstored = unstoredText(progress)
  if (files.isOff) return null
  return (
    <>
      {unstored !== null && (
        <p role="status" className="border-b border-line bg-warn-soft px-4 py-3 text-sm text-warn-ink">
          {unstored}
        </p>
      )}
      {sealed !== null && (
        <p role="status" className="border-b border-line px-4 py-3 text-sm">
          {sealed}
        </p>
      )}
      {waiting + troubled > 0 && <FileList isSaving={isSaving} sendingId={sendingId} waiting={waiting} />}
    </>
  )
}

function FileList({ isSaving, sendingId, waiting }: { isSaving: boolean; sendingId: string | null; waiting: number }) {
  const room = useFileRoom()
  const written = usePendingFiles(room).filter(({ draftKey }) => draftKey === null)
  return (
    <section aria-label={t.photosWaiting()} className="border-b border-line px-4 pb-3">
      <h3 className="pt-3 pb-1 text-sm font-semibold text-muted">{t.photosToSend({ count: waiting })}</h3>
      {isSaving && (
        <p className="flex flex-wrap items-center gap-3 pb-2">
          <span className="min-w-48 flex-1">{t.photosWaitText()}</span>
          <Button onClick={() => room?.sendNow()}>{t.sendNow()}</Button>
        </p>
      )}
      <ul>
        {written.slice(0, listedFiles).map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-3 py-1 text-sm">
            <span className="min-w-0 flex-1 truncate">{entry.facts.caption ?? entry.facts.fileName}</span>
            <span className="text-muted tabular-nums">{bytesToText(entry.facts.byteSize, readLanguage())}</span>
            <span className="flex w-20 items-center justify-end gap-1 text-muted">
              {entry.trouble !== null ? (
                t.notTaken()
              ) : entry.id === sendingId ? (
                <>
                  <LoaderCircle aria-hidden="true" className="size-4 animate-spin motion-reduce:animate-none" />
                  {t.sendingNow()}
                </>
              ) : (
                t.waits()
              )}
            </span>
            {entry.trouble !== null && <Trouble entry={entry} room={room} />}
          </li>
        ))}
      </ul>
      {written.length > listedFiles && <p className="py-1 text-sm text-muted tabular-nums">{t.andMore({ count: written.length - listedFiles })}</p>}
    </section>
  )
}

function Trouble({ entry, room }: { entry: PendingEntry; room: ReturnType<typeof useFileRoom> }) {
  const save = async (): Promise<void> => {
    const answer = await room?.read(entry, 'content')
    if (answer?.state !== 'here') return
    const url = URL.createObjectURL(answer.blob)
    Object.assign(document.createElement('a'), { href: url, download: entry.facts.fileName }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="basis-full pb-1">
      <p className="text-warn-ink">{entry.trouble}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button onClick={() => void room?.retry(entry.id)}>{common.tryAgain()}</Button>
        <Button onClick={() => void save()}>
          <Download aria-hidden="true" />
          {t.saveAsFile()}
        </Button>
        <Button onClick={() => void room?.remove([entry.id])}>{t.discard()}</Button>
      </div>
    </div>
  )
}
