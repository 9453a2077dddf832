import { Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Service } from '#schema/collections/stock/services.ts'
import { findDevice, findDevicesNamedBy, findServices, listDevices, listRepairs } from '#schema/rules/services/service-choice.ts'
import { historyToText, toServiceHistory } from '#schema/rules/services/service-history.ts'
import { parseAmount } from '#schema/values/money.ts'
import { minutesToText } from '#schema/values/services/minutes-text.ts'
import { serviceToDevice } from '#schema/values/services/service-title.ts'
import { useOrdersPage } from '#web/device/react/use-lists.ts'
import type { OrderForm } from '../form.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import type { TakenServices } from './use-taken-services.ts'
import { t } from '../order-form-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

/** More are found by a word. */
const offeredDevices = 8

type ServicePickerProps = { form: UseFormReturn<OrderForm>; shopId: string; taken: TakenServices }

/** Device, repair, price: three presses fill a new order from the price list. A shop without one does not see it. */
export function ServicePicker({ form, shopId, taken: { offered, chosen, take, leave } }: ServicePickerProps) {
  const { money } = useShopFormat()
  const details = useWatch({ control: form.control, name: 'itemDetails' })
  const [query, setQuery] = useState('')
  // Null while another device is chosen from the whole list.
  const [pressed, setPressed] = useState<string | null>()
  const [repair, setRepair] = useState<Service>()
  const named = useMemo(() => findDevice(details, offered ?? []), [details, offered])
  const devices = useMemo(
    () => (pressed === null || query !== '' ? listDevices(findServices(offered ?? [], query)) : findDevicesNamedBy(details, offered ?? [])),
    [offered, query, pressed, details],
  )
  if (offered === undefined || offered.length === 0) return null
  // Repairs of another maker are no offer for a device that the list does not have.
  const isUnlisted = pressed === undefined && named === undefined && query === '' && devices.length === 0
  const device = pressed === undefined ? (named ?? (isUnlisted ? '' : undefined)) : (pressed ?? undefined)
  const repairs = device === undefined ? [] : listRepairs(offered, device).filter(({ id }) => !chosen.some((one) => one.id === id))
  const choose = (chosenDevice: string | null): void => {
    setPressed(chosenDevice)
    setRepair(undefined)
  }
  return (
    <div role="group" aria-label={t.priceList()} className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2.5">
      <p className="text-sm font-semibold">{t.priceList()}</p>
      {chosen.map((service) => (
        <p key={service.id} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">{service.name}</span>
          <span className="tabular-nums">{service.price === null ? t.afterDiagnosis() : money(service.price)}</span>
          <IconButton label={t.takeOff({ service: service.name })} icon={<X aria-hidden="true" />} onClick={() => leave(service.id)} />
        </p>
      ))}
      {device === undefined ? (
        <>
          {listDevices(offered).length > offeredDevices && (
            <SearchField label={t.findDevice()} placeholder={t.model()} value={query} onValueChange={setQuery} />
          )}
          <div role="group" aria-label={t.device()} className="flex flex-wrap gap-2">
            {devices.slice(0, offeredDevices).map((one) => (
              <Button key={one} className="max-w-full min-w-0" onClick={() => choose(one)}>
                <span className="truncate">{one === '' ? t.anyDevice() : one}</span>
              </Button>
            ))}
          </div>
        </>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span>{isUnlisted ? t.notListed() : device === '' ? t.anyDevice() : device}</span>
            <button
              type="button"
              className="min-h-11 text-accent-ink hover:underline pointer-fine:min-h-0"
              onClick={() => choose(named !== undefined && device !== '' ? '' : null)}
            >
              {named !== undefined && device !== '' ? t.repairsOfAny() : t.chooseAnother()}
            </button>
          </p>
          <div role="group" aria-label={t.repair()} className="flex flex-wrap gap-2">
            {repairs.map((one) => (
              <Button
                key={one.id}
                aria-pressed={repair?.id === one.id}
                className="max-w-full min-w-0 aria-pressed:border-accent"
                onClick={() => setRepair(one)}
              >
                <span className="truncate">{one.name}</span>
              </Button>
            ))}
          </div>
          {repair !== undefined && (
            <Offer
              service={repair}
              services={offered}
              shopId={shopId}
              onTake={() => {
                take(repair, serviceToDevice(repair) || device)
                setRepair(undefined)
              }}
            />
          )}
        </>
      )}
    </div>
  )
}

type OfferProps = { service: Service; services: readonly Service[]; shopId: string; onTake: () => void }

/** The price, and beside it how this repair went in this shop. */
function Offer({ service, services, shopId, onTake }: OfferProps) {
  const { money } = useShopFormat()
  const { price, minutes, warrantyDays, name } = service
  const facts = [
    price === null ? t.afterDiagnosis() : money(price),
    minutes === null ? '' : minutesToText(minutes, readLanguage()),
    warrantyDays === null ? '' : warrantyDays === 0 ? t.noWarranty() : t.daysWarranty({ days: warrantyDays }),
  ].filter((fact) => fact !== '')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button aria-label={t.take({ service: name, facts: facts.join(', ') })} className="border-accent text-accent-ink" onClick={onTake}>
        <Plus aria-hidden="true" />
        {facts.join(' · ')}
      </Button>
      <History service={service} services={services} shopId={shopId} />
    </div>
  )
}

/** The latest orders of the model are enough for a median. */
const readOrders = 500

function History({ service, services, shopId }: Omit<OfferProps, 'onTake'>) {
  const { money } = useShopFormat()
  const search = service.model ?? service.name
  const { state, rows } = useOrdersPage({ shopId, search, from: null, to: null, status: 'all', assignee: 'all', page: 1, pageSize: readOrders })
  const text = useMemo(() => {
    const orders = rows.map(({ order, linesTotal }) => ({ ...order, price: linesTotal ?? (order.quotedCost === null ? null : parseAmount(order.quotedCost)) }))
    const models = services.flatMap(({ model }) => model ?? [])
    return historyToText(service, toServiceHistory(service, models, orders), { money, texts: t })
  }, [rows, service, services, money])
  return state === 'loading' ? null : <p className="text-sm text-muted">{text}</p>
}
