import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { saveMessageRules } from '#web/api/admin-api.ts'
import { NoSender, useSendingChannels } from '#web/inputs/no-sender.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { partToPath } from '../all/settings-parts.ts'
import { listRecommended, recommendedText } from '../messages/rules-form.ts'
import { useOnlineAction } from '../online/online-work.tsx'
import { t } from './start-texts.ts'

/** Switches the recommended messages on: as text messages where both can be sent, and where neither can yet. */
export function FirstMessages({ shop }: { shop: BootstrapShop }) {
  const perform = useOnlineAction()
  const sending = useSendingChannels()
  const [isBusy, setIsBusy] = useState(false)
  const channel = !sending.includes('sms') && sending.includes('email') ? 'email' : 'sms'
  const rules = shop.messageRules ?? []
  const missing = listRecommended(rules, channel, shopToProfile(shop).language)
  const count = rules.filter(({ mode }) => mode !== 'off').length
  const switchOn = async (): Promise<void> => {
    setIsBusy(true)
    const kept = rules.filter((rule) => !missing.some((one) => one.orderStatusId === rule.orderStatusId && one.channel === rule.channel))
    await perform({ run: () => saveMessageRules(shop.id, [...kept, ...missing]), failure: t.messagesFailed() })
    setIsBusy(false)
  }
  return (
    <>
      <p className="text-muted">{t.messagesText({ statuses: recommendedText })}</p>
      <div className="flex flex-wrap items-center gap-3">
        {missing.length > 0 && (
          <Button busy={isBusy} onClick={() => void switchOn()}>
            {channel === 'sms' ? t.switchOnTexts({ count: missing.length }) : t.switchOnMails({ count: missing.length })}
          </Button>
        )}
        <span role="status" className="text-muted empty:hidden">
          {count > 0 && t.messagesOn({ count })}
        </span>
        <Link to={partToPath('messages')} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
          {t.readTexts()}
        </Link>
      </div>
      <NoSender channel={channel} />
    </>
  )
}
