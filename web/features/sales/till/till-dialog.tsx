import { Printer } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { TillDay } from '#schema/collections/work/till-days.ts'
import { readMoves, type TillAmounts, toTillSums } from '#schema/rules/money/till.ts'
import { readTyped } from '#schema/rules/money/typed-amount.ts'
import { type TillMethod, tillMethods } from '#schema/values/payments/till-methods.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useTillPayments } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { rememberTill, useOpenTill } from '#web/features/money/taken/open-till.ts'
import { tillMethodToText } from '#web/features/papers/sheets/till-sheet.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { shopWriting } from '#web/inputs/shop-amounts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useClosedTills } from '#web/inputs/use-closed-tills.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TillPrint } from './till-print.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './till-count-texts.ts'

/** Opens the till of this device, moves cash in and out of it, and closes it with what was counted. */
export function TillDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const { close } = useClosing(onClose)
  const till = useOpenTill(shopId)
  const [printedId, setPrintedId] = useState<string>()
  if (printedId !== undefined) return <TillPrint shopId={shopId} tillId={printedId} onClose={() => setPrintedId(undefined)} />
  return (
    <Dialog
      open
      size="md"
      title={till === undefined ? t.till() : t.tillOf({ name: till.name })}
      onCloseRequest={close}
      footer={<Button onClick={close}>{common.close()}</Button>}
    >
      {till === undefined ? <NoTill shopId={shopId} onPrint={setPrintedId} /> : <OpenTill key={till.id} shopId={shopId} till={till} onClosed={setPrintedId} />}
    </Dialog>
  )
}

/** Reads an amount as the shop writes it; a problem where it is none. Nothing typed is `empty`. */
function readAmount(typed: string, empty: number | null = null): { amount: number; problem?: undefined } | { problem: string } {
  if (typed.trim() === '') return empty === null ? { problem: t.amountMissing() } : { amount: empty }
  const { amount, problem } = readTyped(typed, shopWriting())
  return amount === null || amount < 0 ? { problem: problem ?? t.amountWrong() } : { amount }
}

function NoTill({ shopId, onPrint }: { shopId: string; onPrint: (tillId: string) => void }) {
  const device = useDevice()
  const { date, time } = useShopFormat()
  const rows = useShopRows('till_days', shopId)
  const earlier = useClosedTills(shopId, () => true)?.slice(0, 10) ?? []
  const [name, setName] = useState('')
  const [float, setFloat] = useState('')
  const [problems, setProblems] = useState<{ name?: string; float?: string }>({})
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const read = readAmount(float, 0)
    if (name.trim() === '' || read.problem !== undefined) {
      setProblems({ ...(name.trim() === '' && { name: t.nameMissing() }), ...(read.problem !== undefined && { float: read.problem }) })
      return
    }
    const values = { name: name.trim(), float: read.amount, openedAt: correctedNow().toISOString() }
    const outcome = await runAction({
      run: () => device.write(shopId, [{ action: 'create', collection: 'till_days', values }]),
      success: t.opened(),
      failure: t.openFailed(),
    })
    const [id] = outcome.ok ? outcome.value.ids : []
    if (id !== undefined) rememberTill(shopId, id)
  }
  const shared = (rows ?? []).filter(({ state }) => state === 'open')
  return (
    <div className="flex flex-col gap-6">
      {shared.length > 0 && (
        <section aria-label={t.openTills()} className="flex flex-col gap-2">
          <p className="text-muted">{t.openElsewhere()}</p>
          {shared.map((till) => (
            <Button key={till.id} onClick={() => rememberTill(shopId, till.id)}>
              {t.use({ name: till.name })}
            </Button>
          ))}
        </section>
      )}
      <form aria-label={t.openATill()} className="grid gap-4 sm:grid-cols-2" onSubmit={(event) => void open(event)}>
        <Field label={common.name()} required error={problems.name}>
          <TextField data-autofocus="" autoComplete="off" maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t.float()} error={problems.float} hint={t.floatHint()}>
          <TextField numeric inputMode="decimal" autoComplete="off" value={float} onChange={(event) => setFloat(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start">
          {t.openTill()}
        </Button>
      </form>
      {earlier.length > 0 && (
        <section aria-label={t.closedTills()}>
          <h3 className="font-semibold">{t.closed()}</h3>
          <ul className="divide-y divide-line">
            {earlier.map((till) => (
              <li key={till.id} className="flex items-center gap-3 py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {till.name} · {till.closedAt === null ? '' : `${date(till.closedAt)}, ${time(till.closedAt)}`}
                </span>
                <Button variant="ghost" onClick={() => onPrint(till.id)}>
                  <Printer aria-hidden="true" />
                  {common.print()}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function OpenTill({ shopId, till, onClosed }: { shopId: string; till: TillDay; onClosed: (tillId: string) => void }) {
  const { money, time, date } = useShopFormat()
  const payments = useTillPayments(shopId, till.id)
  if (payments === undefined) {
    return (
      <p role="status" className="text-muted">
        {t.reading()}
      </p>
    )
  }
  const { expected } = toTillSums(till, payments)
  const moves = readMoves(till.moves)
  return (
    <div className="flex flex-col gap-6">
      {till.openedAt !== null && (
        <p className="text-muted">{t.openedWith({ date: date(till.openedAt), time: time(till.openedAt), amount: money(till.float) })}</p>
      )}
      <CashMove shopId={shopId} till={till} />
      {moves.length > 0 && (
        <ul aria-label={t.cashMoves()} className="divide-y divide-line border-y border-line">
          {moves.map((move, place) => (
            <li key={place} className="flex justify-between gap-3 py-2">
              <span className="min-w-0 wrap-anywhere">
                {time(move.at)} · {move.reason}
              </span>
              <span className="tabular-nums">{money(move.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <CountTill shopId={shopId} till={till} expected={expected} onClosed={onClosed} />
    </div>
  )
}

function CashMove({ shopId, till }: { shopId: string; till: TillDay }) {
  const device = useDevice()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ amount?: string; reason?: string }>({})
  const move = async (sign: 1 | -1): Promise<void> => {
    const read = readAmount(amount)
    const amountProblem = read.problem ?? (read.amount === 0 ? t.amountMissing() : undefined)
    if (read.problem !== undefined || amountProblem !== undefined || reason.trim() === '') {
      setProblems({ ...(amountProblem !== undefined && { amount: amountProblem }), ...(reason.trim() === '' && { reason: t.reasonMissing() }) })
      return
    }
    setProblems({})
    const moves = [...readMoves(till.moves), { at: correctedNow().toISOString(), amount: sign * read.amount, reason: reason.trim() }]
    const outcome = await runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'till_days', id: till.id, values: { moves } }]),
      success: sign > 0 ? t.putInDone() : t.takenOutDone(),
      failure: t.saveFailed(),
    })
    if (!outcome.ok) return
    setAmount('')
    setReason('')
  }
  return (
    <section aria-label={t.moveCash()} className="grid gap-4 sm:grid-cols-2">
      <Field label={t.amount()} error={problems.amount}>
        <TextField numeric inputMode="decimal" autoComplete="off" value={amount} onChange={(event) => setAmount(event.target.value)} />
      </Field>
      <Field label={t.reason()} error={problems.reason}>
        <TextField autoComplete="off" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <span className="flex gap-2">
        <Button onClick={() => void move(1)}>{t.putIn()}</Button>
        <Button onClick={() => void move(-1)}>{t.takeOut()}</Button>
      </span>
    </section>
  )
}

type CountTillProps = { shopId: string; till: TillDay; expected: TillAmounts; onClosed: (tillId: string) => void }

function CountTill({ shopId, till, expected, onClosed }: CountTillProps) {
  const device = useDevice()
  const { money } = useShopFormat()
  const [typed, setTyped] = useState<Partial<Record<TillMethod, string>>>({})
  const [problems, setProblems] = useState<Partial<Record<TillMethod, string>>>({})
  const [isAsking, setIsAsking] = useState(false)
  const methods = tillMethods.filter((method) => expected[method] !== undefined)
  const count = (event: FormEvent): void => {
    event.preventDefault()
    const found: Partial<Record<TillMethod, string>> = {}
    for (const method of methods) {
      const { problem } = readAmount(typed[method] ?? '', method === 'cash' ? null : 0)
      if (problem !== undefined) found[method] = problem
    }
    setProblems(found)
    setIsAsking(Object.keys(found).length === 0)
  }
  const closeTill = async (): Promise<void> => {
    const counted: TillAmounts = {}
    for (const method of methods) {
      const read = readAmount(typed[method] ?? '')
      if (read.problem === undefined) counted[method] = read.amount
    }
    const values = { counted, state: 'closed' as const, closedAt: correctedNow().toISOString() }
    const outcome = await runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'till_days', id: till.id, values }]),
      success: t.tillClosed(),
      failure: t.closeFailed(),
    })
    if (!outcome.ok) return
    rememberTill(shopId, null)
    onClosed(till.id)
  }
  return (
    <form aria-label={t.countTill()} className="flex flex-col gap-4 border-t border-line pt-4" onSubmit={count}>
      {methods.map((method) => (
        <Field
          key={method}
          label={t.counted({ method: tillMethodToText(method) })}
          required={method === 'cash'}
          error={problems[method]}
          hint={t.expected({ amount: money(expected[method] ?? 0) })}
        >
          <TextField
            numeric
            inputMode="decimal"
            autoComplete="off"
            value={typed[method] ?? ''}
            onChange={(event) => {
              setTyped({ ...typed, [method]: event.target.value })
              setIsAsking(false)
            }}
          />
        </Field>
      ))}
      {isAsking ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1">
            {differenceText(methods, typed, expected, money)} {t.neverAgain()}
          </p>
          <Button onClick={() => setIsAsking(false)}>{t.countAgain()}</Button>
          <Button variant="danger" onClick={() => void closeTill()}>
            {t.closeForGood()}
          </Button>
        </div>
      ) : (
        <Button type="submit" variant="primary" className="self-start">
          {t.closeTill()}
        </Button>
      )}
    </form>
  )
}

function differenceText(
  methods: readonly TillMethod[],
  typed: Partial<Record<TillMethod, string>>,
  expected: TillAmounts,
  money: (amount: number) => string,
): string {
  const counted = Object.fromEntries(
    methods.flatMap((method) => {
      const read = readAmount(typed[method] ?? '')
      return read.problem === undefined ? [[method, read.amount]] : []
    }),
  )
  const { difference } = toTillSums(
    { float: 0, moves: [], counted },
    methods.map((method) => ({ paymentAmount: expected[method] ?? 0, method })),
  )
  const parts = methods.flatMap((method) => {
    const off = difference?.[method] ?? 0
    const values = { method: tillMethodToText(method), amount: money(Math.abs(off)) }
    return off === 0 ? [] : [off < 0 ? t.missing(values) : t.tooMuch(values)]
  })
  return parts.length === 0 ? t.addsUp() : parts.join(' ')
}
