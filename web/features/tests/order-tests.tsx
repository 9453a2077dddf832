import { useMemo, useState } from 'react'
import type { TestResult } from '#schema/collections/work/results-of-tests.ts'
import { countTested, type TestedItem, toOrderTests } from '#schema/rules/tests/order-tests.ts'
import { type TestOutcome, testOutcomes, type TestPhase, testPhases } from '#schema/values/tests/outcomes.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { runAction } from '#web/navigation/notify.ts'
import { cn } from '#web/ui/cn.ts'
import { Segments } from '#web/ui/controls/segments.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { t } from './tests-texts.ts'
import { setNames } from '#web/language/set-names-texts.ts'

type OrderTestsProps = { shopId: string; orderId: string; assetId: string | null; isRepaired: boolean }

/** The tests of an order's device before and after the repair. A shop without test lists does not see them. */
export function OrderTests({ shopId, orderId, assetId, isRepaired }: OrderTestsProps) {
  const lists = useShopRows('tests', shopId)
  const results = useRowsOfOrder('test_results', shopId, orderId)
  const asset = useRow('assets', assetId)
  const kind = asset.state === 'ready' ? asset.row?.kind : undefined
  const tests = useMemo(() => toOrderTests(lists ?? [], results ?? [], kind), [lists, results, kind])
  const [chosen, setChosen] = useState<TestPhase>()
  if (results === undefined || tests.length === 0) return null
  const phase = chosen ?? (isRepaired ? 'after' : 'before')
  return (
    <Panel title={t.tests()} aside={<span className="text-sm text-muted">{testPhases.map((one) => t.count[one](countTested(tests, one))).join(' · ')}</span>}>
      <div className="flex flex-col gap-3 pl-7">
        <Segments
          legend={t.when()}
          options={testPhases.map((value) => ({ value, label: t.at[value]() }))}
          value={phase}
          className="max-w-100"
          onChange={setChosen}
        />
        {tests.map(({ id, name, items }) => (
          <section key={id} aria-label={name}>
            {tests.length > 1 && <h4 className="text-sm font-semibold">{name}</h4>}
            <ul>
              {items.map((tested) => (
                <Item key={`${tested.item}/${phase}`} shopId={shopId} orderId={orderId} tested={tested} phase={phase} />
              ))}
            </ul>
          </section>
        ))}
        <p className="text-sm text-muted">{t.photosHint()}</p>
      </div>
    </Panel>
  )
}

type ItemProps = { shopId: string; orderId: string; tested: TestedItem<TestResult>; phase: TestPhase }

function Item({ shopId, orderId, tested: { testId, item, results }, phase }: ItemProps) {
  const device = useDevice()
  const stored = results[phase]
  const [note, setNote] = useState<string>()
  const write = (values: { result?: TestOutcome; note?: string | null }) =>
    runAction({
      run: () =>
        device.write(shopId, [
          stored === undefined
            ? {
                action: 'create',
                collection: 'test_results',
                values: { orderId, testId, item, phase, result: values.result ?? 'pass', note: values.note ?? null },
              }
            : { action: 'update', collection: 'test_results', id: stored.id, values },
        ]),
      failure: t.saveFailed(),
    })
  const saveNote = async (): Promise<void> => {
    const typed = note?.trim() ?? ''
    if (note === undefined || typed === (stored?.note ?? '')) return setNote(undefined)
    if ((await write({ note: typed === '' ? null : typed })).ok) setNote(undefined)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 last:border-b-0">
      <span className="min-w-32 flex-1 wrap-anywhere">{item}</span>
      <div role="group" aria-label={t.item[phase]({ item })} className="flex">
        {testOutcomes.map((outcome) => (
          <button
            key={outcome}
            type="button"
            aria-pressed={stored?.result === outcome}
            className={cn(
              'min-h-11 border border-line-strong px-3 text-sm first:rounded-l-md last:rounded-r-md not-first:-ml-px hover:bg-hover',
              stored?.result === outcome &&
                (outcome === 'pass' ? 'bg-ok-soft text-ok-ink' : outcome === 'fail' ? 'bg-danger-soft text-danger-ink' : 'bg-sunken font-medium'),
            )}
            onClick={() => void write({ result: outcome })}
          >
            {setNames.outcome[outcome]()}
          </button>
        ))}
      </div>
      {stored !== undefined && (
        <TextField
          aria-label={t.noteOn[phase]({ item })}
          placeholder={t.note()}
          autoComplete="off"
          className="min-w-40 flex-1"
          value={note ?? stored.note ?? ''}
          onChange={({ target }) => setNote(target.value)}
          onBlur={() => void saveNote()}
        />
      )}
    </li>
  )
}
