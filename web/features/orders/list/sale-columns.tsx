import { methodToText } from '#web/language/payment-methods-texts.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { MoneyText } from '#web/inputs/money-text.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import type { Column } from '#web/ui/tables/table-model.ts'
import { createOrderColumns, menuClass, money, type OrderColumnsOptions, wrapping } from './order-columns.tsx'
import { OrderRowMenu } from './order-row-menu.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './orders-texts.ts'

const sharedKeys = ['ticket', 'customer', 'item']

/** What a till shows of a sale: when, to whom, what, for how much, and how it was paid. */
export function createSaleColumns(options: OrderColumnsOptions): readonly Column<OrderListRow>[] {
  const { menu } = options
  const [ticket, ...shared] = createOrderColumns(options).filter(({ key }) => sharedKeys.includes(key))
  return [
    ...(ticket === undefined ? [] : [ticket]),
    {
      key: 'date',
      header: common.date(),
      width: 'max(var(--orders-due), 13rem)',
      className: cn('tabular-nums', wrapping),
      cell: ({ order }) => <SoldAt at={order.createdAt} />,
    },
    ...shared,
    {
      key: 'total',
      header: common.total(),
      align: 'right',
      width: 'var(--orders-money)',
      className: money,
      cell: ({ total }) => <MoneyText amount={total} />,
    },
    {
      key: 'paid',
      header: t.paid(),
      align: 'right',
      width: 'var(--orders-money)',
      className: money,
      cell: ({ paymentsTotal }) => <MoneyText amount={paymentsTotal} />,
    },
    {
      key: 'method',
      header: t.method(),
      width: 'max(var(--orders-assignee), 11rem)',
      className: 'relative py-1.5 leading-tight whitespace-normal',
      cell: ({ order, methods }) => (
        <>
          <span className="block max-xl:pr-5">{methods.map(methodToText).join(', ')}</span>
          {menu !== 'none' && <OrderRowMenu orderId={order.id} className={menuClass[menu]} />}
        </>
      ),
    },
  ]
}

function SoldAt({ at }: { at: string }) {
  const { date, time } = useShopFormat()
  return (
    <>
      {date(at)}, {time(at)}
    </>
  )
}
