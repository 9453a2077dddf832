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
    await perform({ run: () => saveMessageRules(shop.id, [...kept, ...missing]), failure: 'The messages were not switched on' })
    setIsBusy(false)
  }
  return (
    <>
      <p className="text-muted">
        Customers hear from you a minute after a repair reaches {recommendedText}, never at night. The texts are there, and you can change them.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {missing.length > 0 && (
          <Button busy={isBusy} onClick={() => void switchOn()}>
            Switch on {missing.length === 1 ? '1 message' : `${missing.length} messages`} {channel === 'sms' ? 'as texts' : 'as e-mails'}
          </Button>
        )}
        <span role="status" className="text-muted empty:hidden">
          {count > 0 && (count === 1 ? '1 message is on.' : `${count} messages are on.`)}
        </span>
        <Link to={partToPath('messages')} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
          Read and change the texts
        </Link>
      </div>
      <NoSender channel={channel} />
    </>
  )
}
