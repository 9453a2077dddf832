import { CloudDownload } from 'lucide-react'
import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageSpinner } from '#web/ui/layout/spinner.tsx'
import { createPart } from './parts.ts'

/** What stands there while the code comes; `retry`: it could not be had. */
type Stand<Props> = (props: Props, retry: (() => void) | undefined) => ReactNode

/** A component whose code comes when it is first shown, or before (`fetchPartsAhead`); then it is rendered at once, with no step between. */
function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  stand: Stand<Props>,
  isAsked: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  const part = createPart(load)
  const fetch = (): void => void part.fetch()
  return function Later(props) {
    const { loaded, hasFailed } = useSyncExternalStore(part.subscribe, part.read)
    const isWanted = isAsked(props)
    useEffect(() => {
      if (!isWanted) return undefined
      fetch()
      window.addEventListener('online', fetch)
      return () => window.removeEventListener('online', fetch)
    }, [isWanted])
    return loaded === undefined ? stand(props, hasFailed ? fetch : undefined) : createElement(loaded, props)
  }
}

/** A view or a page. */
export const laterView = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, (_, retry) => (retry === undefined ? <PageSpinner /> : <Missing retry={retry} />))

/** A dialog: nothing is seen of it before it is here, and one that is not `open` is not fetched. */
export const laterDialog = <Props extends { onClose: () => void; open?: boolean }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(
    load,
    ({ onClose, open = true }, retry) => (retry === undefined || !open ? null : <MissingDialog retry={retry} onClose={onClose} />),
    ({ open = true }) => open,
  )

/** A part of a screen or of a panel. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, (_, retry) => (retry === undefined ? null : <Missing retry={retry} />))

/** A part that nobody sees or asks for: it begins when its code has come with that of the others. */
export const quietPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(
    load,
    () => null,
    () => false,
  )

function Missing({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      icon={<CloudDownload />}
      title="This part of the app is not on this device yet"
      text="It comes by itself as soon as there is a connection. What you saved is safe."
      action={
        <>
          <Button onClick={retry}>Try again</Button>
          {/* After an update the server has the parts of the new version only. */}
          {navigator.onLine && <Button onClick={() => window.location.reload()}>Load the page again</Button>}
        </>
      }
    />
  )
}

/** The browser's own dialog: the kit's comes later itself. */
function MissingDialog({ retry, onClose }: { retry: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Not on this device yet"
      onClose={onClose}
      className="m-auto rounded-md border border-line bg-surface text-ink shadow-float"
    >
      <Missing retry={retry} />
      <div className="flex justify-end p-4">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  )
}
