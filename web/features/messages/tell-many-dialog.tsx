import { useEffect, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { notifyFailure, notifySuccess, runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { channelToText } from './form.ts'
import { textToRead } from './message-words.ts'
import { planTelling, type TellingPlan, writeTelling } from './tell-many.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './messaging-texts.ts'

type TellManyDialogProps = { shopId: string; orderIds: readonly string[]; orderStatusId: string; onClose: () => void }

/** Asks once for all orders that changed status together, and previews each message. */
export function TellManyDialog({ shopId, orderIds, orderStatusId, onClose }: TellManyDialogProps) {
  const device = useDevice()
  const { money } = useShopFormat()
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const [plan, setPlan] = useState<TellingPlan>()
  const [isWriting, setIsWriting] = useState(false)
  useEffect(() => {
    if (shop === undefined || plan !== undefined) return
    void runAction({ run: () => planTelling(device.rows, { shop, orderIds, orderStatusId }), failure: t.readFailed() }).then((outcome) =>
      outcome.ok ? setPlan(outcome.value) : onClose(),
    )
  }, [device, shop, orderIds, orderStatusId, plan, onClose])
  if (shop === undefined || plan === undefined) return null
  const total = plan.tellings.reduce((sum, { to }) => sum + to.length, 0)
  const send = async (): Promise<void> => {
    setIsWriting(true)
    const outcome = await runAction({ run: () => writeTelling(device, plan, { shop, money }), failure: t.writeManyFailed() })
    setIsWriting(false)
    if (!outcome.ok) return
    const { written, refused, reason } = outcome.value
    if (written > 0) notifySuccess(t.writtenMany({ count: written }))
    if (refused > 0) notifyFailure(t.notWrittenMany({ count: refused }), reason)
    onClose()
  }
  return (
    <Dialog
      open
      size="md"
      title={t.tellMany()}
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.no()}</Button>
          {total > 0 && (
            <Button variant="primary" className="ml-auto" busy={isWriting} onClick={() => void send()}>
              {t.sendMany({ count: total })}
            </Button>
          )}
        </>
      }
    >
      {plan.tellings.map(({ rule, to }) => (
        <section key={rule.id} aria-label={channelToText[rule.channel]} className="mb-3 rounded-md bg-sunken px-3 py-2">
          <p className="text-sm text-muted">{t.channelAndCount({ channel: channelToText[rule.channel], count: to.length })}</p>
          {rule.subject !== null && <p className="font-semibold wrap-anywhere">{rule.subject}</p>}
          <p className="whitespace-pre-wrap wrap-anywhere">{textToRead(rule.text)}</p>
        </section>
      ))}
      {total > 0 && <p className="text-sm text-muted">{t.filledIn()}</p>}
      {total === 0 && plan.unreached === 0 && <p>{t.otherStatusByNow()}</p>}
      {plan.unreached > 0 && <p className="mt-2 text-sm text-muted">{t.leftOut({ count: plan.unreached })}</p>}
    </Dialog>
  )
}
