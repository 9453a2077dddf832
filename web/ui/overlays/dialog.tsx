import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import { type FormEvent, type FormEventHandler, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { focusMain } from '../layout/focus-main.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { addOpenDialog } from './open-dialogs.ts'
import { PortalContainerContext } from './portal-container.ts'
import { t } from '#web/language/controls-texts.ts'

type DialogProps = {
  open: boolean
  /** Called on Esc, the close button or a press outside; the owner closes at once, or asks first when the form is dirty. */
  onCloseRequest: () => void
  title: ReactNode
  description?: ReactNode
  /** sm 440 px, md 640 px, lg 960 px, sheet wide and full screen at 1024 px and less. */
  size?: 'sm' | 'md' | 'lg' | 'sheet' | undefined
  /** Stays visible below the scrolling body: cancel left, primary right. */
  footer?: ReactNode
  headerAside?: ReactNode
  /** Makes the panel a form; Ctrl/Cmd+Enter submits from anywhere in it. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
  /** Default: the first field. Return an element to focus another one. */
  initialFocus?: (() => HTMLElement | null) | undefined
  /** For content shown only once: no close button, and Esc and presses outside focus the footer's last button. */
  isClosedByFooter?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

// Tailwind's max-[1025px] means narrower than 1025 px, so 1024 is full screen.
const panelClassBySize = {
  sm: 'max-w-110 max-sm:max-w-none',
  md: 'max-w-160 max-sm:h-dvh max-sm:max-h-none max-sm:max-w-none max-sm:rounded-none',
  lg: 'max-w-240 max-sm:h-dvh max-sm:max-h-none max-sm:max-w-none max-sm:rounded-none',
  sheet: 'max-w-300 h-[calc(100dvh-3rem)] max-[1025px]:h-dvh max-[1025px]:max-h-none max-[1025px]:max-w-none max-[1025px]:rounded-none',
}

const edgeClassBySize = {
  sm: 'p-4 max-sm:items-end',
  md: 'p-4 max-sm:p-0',
  lg: 'p-4 max-sm:p-0',
  sheet: 'p-6 max-[1025px]:p-0',
}

/** A modal dialog: takes the focus, keeps it inside, and returns it on closing. */
export function Dialog(props: DialogProps) {
  const { open, title, isClosedByFooter = false, description, size = 'md', footer, headerAside, onSubmit, initialFocus, className, children } = props
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const onCloseRequest = isClosedByFooter
    ? () => container?.querySelector<HTMLElement>('[data-dialog-footer] button:last-of-type')?.focus()
    : props.onCloseRequest
  const cameFrom = useRef<HTMLElement | null>(null)
  const pressBeganOutside = useRef(false)
  useEffect(() => {
    if (!open) return
    window.addEventListener('keydown', keepEscapeForSelect, { capture: true })
    return () => window.removeEventListener('keydown', keepEscapeForSelect, { capture: true })
  }, [open])
  const latestCloseRequest = useRef(onCloseRequest)
  useEffect(() => {
    latestCloseRequest.current = onCloseRequest
  })
  useEffect(() => (open ? addOpenDialog({ requestClose: () => latestCloseRequest.current() }) : undefined), [open])
  const Panel = onSubmit ? 'form' : 'div'
  return (
    <RadixDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onCloseRequest()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay data-scrim="" className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          ref={setContainer}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            cameFrom.current = findOpener()
            event.preventDefault()
            // Without a field the dialog itself: a ring around its close button would draw the eye there.
            const target = findInvalidField(event.currentTarget) ?? (initialFocus ? initialFocus() : findFirstField(event.currentTarget)) ?? event.currentTarget
            if (target instanceof HTMLElement) target.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus only to a Dialog.Trigger, which this app does not use.
            event.preventDefault()
            // A dialog opened by its address has no opener, and an opener may have been deleted with its row.
            if (cameFrom.current?.isConnected && cameFrom.current !== document.body) cameFrom.current.focus()
            else focusMain()
          }}
          onPointerDownOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-toast-viewport]')) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            // Inner parts that close something of their own first (a question, a search) handle Esc themselves.
            if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
          }}
          // Close only if the press began outside: a text selection may end there.
          onPointerDown={(event) => {
            pressBeganOutside.current = event.target === event.currentTarget
          }}
          onClick={(event) => {
            if (event.target === event.currentTarget && pressBeganOutside.current) onCloseRequest()
          }}
          className={cn(
            'pointer-events-auto fixed inset-0 z-50 flex items-center justify-center outline-none data-[state=open]:animate-rise',
            edgeClassBySize[size],
          )}
        >
          <PortalContainerContext value={container}>
            <Panel
              {...(onSubmit
                ? {
                    onSubmit: (event: FormEvent<HTMLElement>) => {
                      // React events bubble out of the portal to the form that opened the dialog, which must not submit
                      // too.
                      event.stopPropagation()
                      onSubmit(event as FormEvent<HTMLFormElement>)
                    },
                    noValidate: true,
                  }
                : {})}
              onKeyDown={submitOnModEnter}
              className={cn('flex max-h-full w-full flex-col overflow-hidden rounded-md bg-surface text-ink shadow-float', panelClassBySize[size], className)}
            >
              <div className={cn('flex min-h-15 items-center gap-3 border-b border-line py-2 pr-2 pl-5', description !== undefined && 'py-2.5')}>
                {/* Beside something else a title is of our own words, none of which may break. */}
                <div className={cn('flex-1', headerAside === undefined ? 'min-w-18' : 'min-w-min')}>
                  <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
                  {description !== undefined && <RadixDialog.Description className="text-sm text-muted">{description}</RadixDialog.Description>}
                </div>
                {headerAside}
                {!isClosedByFooter && <IconButton label={t.close()} icon={<X aria-hidden="true" />} onClick={onCloseRequest} />}
              </div>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
              {footer !== undefined && (
                <div
                  data-dialog-footer=""
                  className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
                >
                  {footer}
                </div>
              )}
            </Panel>
          </PortalContainerContext>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** While a select's list is open, Esc closes only the list: Radix, listening on the document, must not get the key. */
function keepEscapeForSelect(event: globalThis.KeyboardEvent) {
  if (event.key !== 'Escape' || !(event.target instanceof Element) || !CSS.supports('selector(:open)')) return
  if (event.target.closest('select')?.matches(':open')) event.stopPropagation()
}

/** The element focused before the dialog opened; for an item of a closing menu, the menu's button. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const menuButtonId = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  if (menuButtonId) return document.getElementById(menuButtonId)
  return active instanceof HTMLElement ? active : null
}

/** The field marked for initial focus, else an empty required one, else the first. */
function findFirstField(root: EventTarget | null): HTMLElement | null {
  if (!(root instanceof HTMLElement)) return null
  // On touch, focusing a field opens the on-screen keyboard over the form.
  if (window.matchMedia('(pointer: coarse)').matches) return null
  const fields = [
    ...root.querySelectorAll<HTMLInputElement>('[data-autofocus], input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'),
  ]
  const missing = fields.find((field) => field.getAttribute('aria-required') === 'true' && field.value === '')
  return fields.find((field) => 'autofocus' in field.dataset) ?? missing ?? fields[0] ?? null
}

/** The first invalid field of a form that opens with an error; none on touch, because of the keyboard. */
function findInvalidField(root: EventTarget | null): HTMLElement | null {
  if (!(root instanceof HTMLElement) || window.matchMedia('(pointer: coarse)').matches) return null
  return root.querySelector<HTMLElement>('[aria-invalid="true"]')
}

function submitOnModEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  if (!(event.currentTarget instanceof HTMLFormElement)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
