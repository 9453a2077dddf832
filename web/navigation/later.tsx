import { CloudDownload } from 'lucide-react'
import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { createPart } from './parts.ts'
import { t } from '#web/language/controls-texts.ts'

/** What shows while the code loads; `trouble`: loading failed. */
type Stand<Props> = (props: Props, trouble: Trouble | undefined) => ReactNode

/** `isRepeated`: Chromium up to 150 asks for a part once in a page, and fails from then on by itself. */
type Trouble = { retry: () => void; isRepeated: boolean }

/**
 * A component whose code loads when it first shows, or earlier (`fetchPartsAhead`); then it renders at once, without an
 * intermediate state.
 */
function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  stand: Stand<Props>,
  isAsked: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  const part = createPart(load)
  const fetch = (): void => void part.fetch()
  return function Later(props) {
    const { loaded, failures } = useSyncExternalStore(part.subscribe, part.read)
    const isWanted = isAsked(props)
    useEffect(() => {
      if (!isWanted) return undefined
      fetch()
      window.addEventListener('online', fetch)
      return () => window.removeEventListener('online', fetch)
    }, [isWanted])
    return loaded === undefined ? stand(props, failures === 0 ? undefined : { retry: fetch, isRepeated: failures > 1 }) : createElement(loaded, props)
  }
}

export const laterView = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, (_, trouble) => (trouble === undefined ? <PageSpinner /> : <Missing {...trouble} />))

/** A dialog: invisible until loaded, and not fetched while closed. */
export const laterDialog = <Props extends { onClose: () => void; open?: boolean }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(
    load,
    ({ onClose, open = true }, trouble) => (trouble === undefined || !open ? null : <MissingDialog {...trouble} onClose={onClose} />),
    ({ open = true }) => open,
  )

export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, (_, trouble) => (trouble === undefined ? null : <Missing {...trouble} />))

/** A part without a placeholder that does not request its own code: it mounts once `fetchPartsAhead` has loaded it. */
export const quietPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(
    load,
    () => null,
    () => false,
  )

function Missing({ retry, isRepeated }: Trouble) {
  return (
    <EmptyState
      icon={<CloudDownload />}
      title={t.partMissing()}
      text={isRepeated ? t.partAskAgain() : t.partComes()}
      action={
        <>
          <Button onClick={retry}>{t.tryAgain()}</Button>
          {/* After an update the server has only the new version's parts. */}
          {(isRepeated || navigator.onLine) && <Button onClick={() => window.location.reload()}>{t.loadPage()}</Button>}
        </>
      }
    />
  )
}

/** The browser's own dialog, because the kit's is itself loaded on demand. */
function MissingDialog({ onClose, ...trouble }: Trouble & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label={t.partMissingShort()} onClose={onClose} className="m-auto rounded-md border border-line bg-surface text-ink shadow-float">
      <Missing {...trouble} />
      <div className="flex justify-end p-4">
        <Button onClick={() => dialog.current?.close()}>{t.close()}</Button>
      </div>
    </dialog>
  )
}
