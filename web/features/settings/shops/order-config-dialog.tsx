import { type ReactNode, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { formToPortalMessages, portalMessagesToForm, type PortalMessagesProblems, type PortalMessagesForm } from './portal-messages-form.ts'
import { formToOfflineEntry, offlineEntryToForm, type OfflineEntryForm } from './offline-entry-form.ts'
import { saveShopConfig } from '#web/api/admin-api.ts'
import { NetworkError } from '#web/api/errors.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OfflineNotice, useOnlineAction } from '../online/online-work.tsx'
import { ChecklistEditor } from './checklist-editor.tsx'
import { ColorSlider } from './color-slider.tsx'
import { offlineDaysDefault } from '#schema/rules/access/offline-entry.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { portalDailyMessagesDefault } from '#schema/rules/customers/portal.ts'
import { PortalAddress } from './portal-address.tsx'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-shop-texts.ts'

export type ConfigPart = 'colors' | 'checklist' | 'portal' | 'offline'

const allParts: readonly ConfigPart[] = ['colors', 'checklist', 'portal', 'offline']

export function OrderConfigDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const closing = useClosing(onClose)
  const { body, buttons } = useOrderConfig(shop, allParts, closing.close)
  return (
    <>
      <Dialog
        open
        size="md"
        title={t.config.title()}
        description={shop.name}
        onCloseRequest={closing.close}
        initialFocus={() => document.querySelector<HTMLElement>('[data-handle=green]')}
        footer={
          <>
            <Button onClick={closing.close}>{common.cancel()}</Button>
            {buttons}
          </>
        }
      >
        <OfflineNotice className="mb-4" />
        {body}
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

/** Parts of the same outside of a dialog. */
export function OrderConfig({ shop, parts }: { shop: BootstrapShop; parts: readonly ConfigPart[] }) {
  const { body, buttons } = useOrderConfig(shop, parts)
  return (
    <div className="*:first:mt-0 *:first:border-t-0">
      {body}
      <div className="mt-4 flex *:flex-row-reverse *:justify-end">{buttons}</div>
    </div>
  )
}

/** Untouched fields follow the stored values live; checklist items are saved one by one. */
function useOrderConfig(shop: BootstrapShop, parts: readonly ConfigPart[], onSaved?: () => void): { body: ReactNode; buttons: ReactNode } {
  const perform = useOnlineAction()
  const saved = {
    statusColors: shop.config.orderConfig.statusColors,
    customerPortal: shop.config.customerPortal,
    messages: portalMessagesToForm(shop.config),
    offline: offlineEntryToForm(shop.config),
  }
  const [edits, setEdits] = useState<Partial<typeof saved>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const [offlineProblem, setOfflineProblem] = useState<string>()
  const [problems, setProblems] = useState<PortalMessagesProblems>({})
  const { statusColors, customerPortal, messages, offline } = { ...saved, ...edits }

  const save = async (): Promise<void> => {
    const typed = formToPortalMessages(messages)
    if (typed.problems && customerPortal) return setProblems(typed.problems)
    const entry = formToOfflineEntry(offline)
    if (edits.offline && entry.problem !== undefined) return setOfflineProblem(entry.problem)
    setIsBusy(true)
    setResult(undefined)
    const outcome = await perform({
      run: () =>
        saveShopConfig(shop.id, { orderConfig: { statusColors }, customerPortal, ...(edits.messages && typed.body), ...(edits.offline && entry.body) }),
      success: t.config.saved(),
      failure: { title: settings.saveFailed(), description: t.config.failed() },
      isQuiet: true,
    })
    setIsBusy(false)
    if (outcome.ok) return onSaved?.()
    setResult(outcome.error instanceof NetworkError ? settings.notSavedOffline() : (outcome.reason ?? settings.notSaved()))
  }

  const body = (
    <>
      {parts.includes('colors') && (
        <section aria-label={t.colors.title()}>
          <h3 className="font-semibold">{t.colors.title()}</h3>
          <p className="mb-2 text-sm text-muted">{t.colors.text()}</p>
          <ColorSlider value={statusColors} onChange={(next) => setEdits({ ...edits, statusColors: next })} />
        </section>
      )}
      {parts.includes('checklist') && <ChecklistEditor shopId={shop.id} />}
      {parts.includes('portal') && (
        <PortalSettings
          shopCode={shop.code}
          isEnabled={customerPortal}
          onEnabledChange={(isEnabled) => setEdits({ ...edits, customerPortal: isEnabled })}
          messages={messages}
          onMessagesChange={(next) => {
            setEdits({ ...edits, messages: next })
            setProblems({})
          }}
          problems={problems}
        />
      )}
      {parts.includes('offline') && (
        <OfflineSettings
          value={offline}
          onChange={(next) => {
            setEdits({ ...edits, offline: next })
            setOfflineProblem(undefined)
          }}
          problem={offlineProblem}
        />
      )}
    </>
  )
  const buttons = (
    <span className="flex min-w-0 flex-1 items-center justify-end gap-3">
      <span role="status" className="min-w-0 text-right text-sm text-muted">
        {result}
      </span>
      <Button variant="primary" busy={isBusy} onClick={() => void save()}>
        {settings.saveChanges()}
      </Button>
    </span>
  )
  return { body, buttons }
}

type OfflineSettingsProps = { value: OfflineEntryForm; onChange: (next: OfflineEntryForm) => void; problem: string | undefined }

/** How long a device opens offline, and whether that needs a PIN. */
function OfflineSettings({ value, onChange, problem }: OfflineSettingsProps) {
  return (
    <section aria-label={t.offline.title()} className="mt-6 flex flex-col gap-4 border-t border-line pt-3">
      <div>
        <h3 className="font-semibold">{t.offline.title()}</h3>
        <p className="text-sm text-muted">{t.offline.text()}</p>
      </div>
      <Field label={t.offline.days()} hint={t.offline.daysHint()} error={problem}>
        <TextField
          className="max-w-60"
          numeric
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(offlineDaysDefault)}
          value={value.days}
          onChange={({ target }) => onChange({ ...value, days: target.value })}
        />
      </Field>
      <Checkbox
        label={t.offline.askPin()}
        hint={t.offline.askPinHint()}
        checked={value.asksPin}
        onChange={({ target }) => onChange({ ...value, asksPin: target.checked })}
      />
    </section>
  )
}

type PortalSettingsProps = {
  shopCode: string
  isEnabled: boolean
  onEnabledChange: (isEnabled: boolean) => void
  messages: PortalMessagesForm
  onMessagesChange: (messages: PortalMessagesForm) => void
  problems: { [Name in keyof PortalMessagesForm]?: string | undefined }
}

/** Whether the customer portal is on, its address, and the limits of its text messages. */
function PortalSettings({ shopCode, isEnabled, onEnabledChange, messages, onMessagesChange, problems }: PortalSettingsProps) {
  return (
    <section aria-label={t.portal.title()} className="mt-6 flex flex-col gap-4 border-t border-line pt-3">
      <Checkbox
        label={t.portal.enable()}
        hint={t.portal.enableHint({ address: `${window.location.host}/${shopCode}` })}
        checked={isEnabled}
        onChange={(event) => onEnabledChange(event.target.checked)}
      />
      {isEnabled && (
        <>
          <PortalAddress shopCode={shopCode} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t.portal.countries()} hint={t.portal.countriesHint()} error={problems.countryCodes}>
              <TextField
                autoComplete="off"
                value={messages.countryCodes}
                onChange={({ target }) => onMessagesChange({ ...messages, countryCodes: target.value })}
              />
            </Field>
            <Field label={t.portal.daily()} hint={t.portal.dailyHint()} error={problems.dailyMessages}>
              <TextField
                numeric
                inputMode="numeric"
                autoComplete="off"
                placeholder={String(portalDailyMessagesDefault)}
                value={messages.dailyMessages}
                onChange={({ target }) => onMessagesChange({ ...messages, dailyMessages: target.value })}
              />
            </Field>
          </div>
        </>
      )}
    </section>
  )
}
