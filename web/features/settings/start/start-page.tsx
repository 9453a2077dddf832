import { Check, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { reads, saveMessageRules } from '#web/api/admin-api.ts'
import { useChecklistItems, useCount } from '#web/device/react/use-answers.ts'
import { useAuth } from '#web/session/session.ts'
import { Link } from '#web/navigation/link.tsx'
import { buttonClass, Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { dataOf, OfflineNotice, OnlineWork, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { besideTitleClass } from '../online/section.tsx'
import { TabletsAddress } from '../online/tablets-address.tsx'
import { Colleagues } from './colleagues.tsx'
import { Records } from './records.tsx'
import { hasDetails, ShopStep } from './shop-step.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { t } from './start-texts.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { NoSender, useSendingChannels } from '#web/inputs/no-sender.tsx'
import { partToPath } from '../all/settings-parts.ts'
import { useStatusNames } from '#web/inputs/use-status-name.ts'
import { listRecommended, recommendedStatusIds } from '../messages/rules-form.ts'

/** Links to the first order, the shop's address for tablets, and the state of backups. */
function Ready({ path, backupsPath, hasOrders }: { path: string; backupsPath: string; hasOrders: boolean }) {
  const backups = dataOf(useOnline(reads.backups))
  const begin = (): void => {
    navigate(path)
    openDialog({ kind: 'customer-order' })
  }
  return (
    <>
      <div>
        <Button variant="primary" onClick={begin}>
          <Plus aria-hidden="true" />
          {hasOrders ? t.takeIn() : t.takeInFirst()}
        </Button>
      </div>
      <TabletsAddress />
      {backups !== undefined && (
        <p>
          {backups.isOn ? t.backupsOn() : t.backupsOff()}{' '}
          <Link to={backupsPath} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
            {backups.isOn ? t.backupsAge() : t.backupsHow()}
          </Link>
        </p>
      )}
    </>
  )
}

type StartPageProps = { shops: readonly BootstrapShop[]; appSettingsPath: string; shopSettingsPath: string; shopToPath: (shopId: string) => string }

/**
 * The setup guide from an empty system to the first order. Progress is read from server and device, so each step can be
 * resumed on any device.
 */
export function StartPage(props: StartPageProps) {
  const { hasPrivilege } = useAuth()
  if (!hasPrivilege('view_app_setting') || !hasPrivilege('view_entity_setting')) {
    return <EmptyState title={t.adminsOnly()} text={t.adminsOnlyText()} />
  }
  return (
    <OnlineWork>
      <Steps {...props} />
    </OnlineWork>
  )
}

function Steps({ shops, appSettingsPath, shopSettingsPath, shopToPath }: StartPageProps) {
  const [shop] = shops
  const users = dataOf(useOnline(reads.users))
  const shopId = shop?.id ?? ''
  const orders = useCount('orders', shopId) ?? 0
  const customers = useCount('customers', shopId) ?? 0
  const products = useCount('products', shopId) ?? 0
  const checks = useChecklistItems(shopId)?.length ?? 0
  return (
    <section aria-label={t.title()}>
      <PageHeader
        title={t.title()}
        actions={
          <Link to={appSettingsPath} className={buttonClass()}>
            {t.setUp()}
          </Link>
        }
      />
      <OfflineNotice />
      <ol data-wide className="px-4 pb-8">
        <Step number={1} title={t.stepShop()} isDone={hasDetails(shop)}>
          <ShopStep shop={shop} shopSettingsPath={shopSettingsPath} />
        </Step>
        <Step number={2} title={t.stepColleagues()} isDone={shop !== undefined && (users?.length ?? 0) > 1}>
          {shop === undefined ? <Later /> : <Colleagues shop={shop} appSettingsPath={appSettingsPath} />}
        </Step>
        <Step number={3} title={t.stepRecords()} isDone={shop !== undefined && customers + products + checks > 0}>
          {shop === undefined ? <Later /> : <Records shop={shop} shopSettingsPath={shopSettingsPath} />}
        </Step>
        <Step number={4} title={t.stepMessages()} isDone={shop?.messageRules?.some(({ mode }) => mode !== 'off') ?? false}>
          {shop === undefined ? <Later /> : <FirstMessages shop={shop} />}
        </Step>
        <Step number={5} title={t.stepOrder()} isDone={shop !== undefined && orders > 0}>
          {shop === undefined ? <Later /> : <Ready path={shopToPath(shop.id)} backupsPath={`${appSettingsPath}#backups`} hasOrders={orders > 0} />}
        </Step>
      </ol>
    </section>
  )
}

const Later = () => <p className="text-muted">{t.later()}</p>

function Step({ number, title, isDone, children }: { number: number; title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li className={cn('border-t border-line py-5 first:border-t-0', besideTitleClass)}>
      <h2 className="mb-3 flex items-center gap-3 self-start text-lg font-semibold">
        <span
          aria-hidden="true"
          className={cn(
            'flex size-7 shrink-0 items-center justify-center rounded-full border border-current text-sm tabular-nums',
            isDone && 'bg-accent text-on-accent',
          )}
        >
          {isDone ? <Check className="size-4" /> : number}
        </span>
        {title}
        {isDone && <span className="sr-only">{t.done()}</span>}
      </h2>
      <div className="flex min-w-0 flex-col gap-3">{children}</div>
    </li>
  )
}

/** Switches the recommended messages on: as text messages where both can be sent, and where neither can yet. */
function FirstMessages({ shop }: { shop: BootstrapShop }) {
  const perform = useOnlineAction()
  const sending = useSendingChannels()
  const statusName = useStatusNames()
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
      <p className="text-muted">{t.messagesText({ statuses: recommendedStatusIds.map(statusName).join(', ') })}</p>
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
