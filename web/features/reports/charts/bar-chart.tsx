import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Bar, BarChart as Chart, CartesianGrid, Legend, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { Link } from '#web/navigation/link.tsx'
import { navigate, usePresent } from '#web/navigation/navigate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from './charts-texts.ts'

export type Series<Key extends string> = { key: Key; name: string }

/** One bar with the link to its rows. */
export type ChartBar<Key extends string> = {
  id: string
  label: string
  values: Readonly<Record<Key, number>>
  /** Link to all rows of the bar. */
  href: string
  /** Links per series, if the bar has several kinds of rows. */
  hrefs?: Readonly<Record<Key, string>> | undefined
  /** Called in the link's entry of the history if the rows are in the same view, which holds its filters. */
  onOpen?: (() => void) | undefined
}

type BarChartProps<Key extends string> = {
  title: string
  /** What is measured and what is left out. */
  note: string
  /** Header of the table's first column. */
  axis: string
  series: readonly Series<Key>[]
  bars: readonly ChartBar<Key>[]
  toText: (value: number) => string
  /** Shorter text for the axis. */
  toTick?: ((value: number) => string) | undefined
  /** Stacked: the series are parts of one number. */
  isStacked?: boolean
  /** Horizontal bars, with room for long names. */
  isLying?: boolean
}

const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)'] as const

const axisStyle = { fontSize: 12, fill: 'var(--muted)' } as const

/** Bars that link to their rows, and the same data as a table: on request, and always for screen readers. */
export function BarChart<Key extends string>(props: BarChartProps<Key>) {
  const { title, note, bars } = props
  const [isTable, setIsTable] = useState(false)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <p className="text-sm text-muted">{note}</p>
        </div>
        {bars.length > 0 && (
          <Button variant="ghost" className="px-3 text-sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? t.asChart() : t.asTable()}
          </Button>
        )}
      </div>
      {bars.length === 0 ? (
        <p className="py-6 text-muted">{t.empty()}</p>
      ) : (
        <>
          {!isTable && <Picture {...props} />}
          <ChartTable {...props} isShown={isTable} />
        </>
      )}
    </section>
  )
}

const nameWidth = 150
const rowHeight = 38
const standingHeight = 260

/** Each kind of bar by its colour. */
const Names = ({ series }: { series: readonly Series<string>[] }) => (
  <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1 pt-2 text-sm">
    {series.map(({ key, name }, place) => (
      <li key={key} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 rounded-sm" style={{ backgroundColor: colors[place] }} />
        {name}
      </li>
    ))}
  </ul>
)

function Picture<Key extends string>({ title, series, bars, toText, toTick = toText, isStacked = false, isLying = false }: BarChartProps<Key>) {
  const data = bars.map(({ label, values }) => ({ label, ...values }))
  const values = { type: 'number', domain: [(low: number) => Math.min(0, low), 'auto'], tickFormatter: toTick, tick: axisStyle, allowDecimals: true } as const
  const names = { type: 'category', dataKey: 'label', tick: axisStyle, interval: isLying ? 0 : 'preserveStartEnd' } as const
  return (
    <div role="group" aria-label={t.chartOf({ title })} onKeyDown={moveAmongBars} className="-ml-2">
      <ResponsiveContainer width="100%" height={isLying ? Math.max(120, bars.length * rowHeight + 70) : standingHeight}>
        <Chart data={data} layout={isLying ? 'vertical' : 'horizontal'} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
          <CartesianGrid stroke="var(--line)" vertical={isLying} horizontal={!isLying} />
          {isLying ? <XAxis {...values} /> : <XAxis {...names} />}
          {isLying ? <YAxis {...names} width={nameWidth} /> : <YAxis {...values} width={72} />}
          {series.length > 1 && <Legend content={<Names series={series} />} />}
          {series.map(({ key, name }, place) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={colors[place]}
              isAnimationActive={false}
              maxBarSize={48}
              stackId={isStacked ? 'all' : undefined}
              shape={({ index, ...shape }: ShapeProps) => {
                const bar = bars[index]
                return bar === undefined ? (
                  <g />
                ) : (
                  <BarLink
                    bar={{ ...bar, href: bar.hrefs?.[key] ?? bar.href }}
                    isFirst={index === 0 && place === 0}
                    text={barToText(bar, { key, name }, toText)}
                    {...toBox(shape)}
                    fill={colors[place]}
                  />
                )
              }}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  )
}

type Box = { x: number; y: number; width: number; height: number }
type ShapeProps = { index: number } & { x?: number | string; y?: number | string; width?: number | string; height?: number | string }

/** A negative bar has a negative height. */
function toBox({ x, y, width, height }: Omit<ShapeProps, 'index'>): Box {
  const [left, top, wide, high] = [Number(x ?? 0), Number(y ?? 0), Number(width ?? 0), Number(height ?? 0)]
  return { x: wide < 0 ? left + wide : left, y: high < 0 ? top + high : top, width: Math.abs(wide), height: Math.abs(high) }
}

export const barToText = <Key extends string>({ label, values }: ChartBar<Key>, { key, name }: Series<Key>, toText: (value: number) => string): string =>
  t.bar({ label, name, value: toText(values[key]) })

/** The bar that was opened last, and in which entry of the history: Back returns the focus to it. */
let left: { key: string; text: string } | undefined

const forgetLeft = (): void => void (left = undefined)

type BarLinkProps = Box & { bar: Pick<ChartBar<string>, 'href' | 'onOpen'>; text: string; isFirst: boolean; fill: string | undefined }

function BarLink({ bar: { href, onOpen }, text, isFirst, fill, ...box }: BarLinkProps) {
  const { location, way } = usePresent()
  const { key } = location
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (way !== 'POP' || left?.key !== key || left.text !== text) return
    // While the chart finds its size, its bars are drawn several times.
    if (document.activeElement?.matches('a, button, input, select') === true) return
    link.current?.focus()
    for (const moment of ['keydown', 'pointerdown']) window.addEventListener(moment, forgetLeft, { capture: true, once: true })
  }, [way, key, text])
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey) return
    left = { key, text }
    openInView(event, href, onOpen)
  }
  return (
    <Link
      ref={link}
      to={href}
      data-bar
      aria-label={text}
      tabIndex={isFirst ? 0 : -1}
      onClick={open}
      className="cursor-pointer outline-offset-1 focus-visible:outline-2 focus-visible:outline-focus"
    >
      <title>{text}</title>
      <rect {...box} fill={fill} stroke="var(--surface)" />
    </Link>
  )
}

function openInView(event: MouseEvent, href: string, onOpen: (() => void) | undefined): void {
  if (onOpen === undefined) return
  event.preventDefault()
  navigate(href, { flushSync: true })
  onOpen()
}

/** Arrow keys move between bars; Tab leaves the chart. */
function moveAmongBars(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  const bars = [...event.currentTarget.querySelectorAll<SVGElement>('[data-bar]')]
  const next = step === undefined ? undefined : bars[bars.findIndex((bar) => bar === document.activeElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function ChartTable<Key extends string>({ title, axis, series, bars, toText, isShown }: BarChartProps<Key> & { isShown: boolean }) {
  return (
    <div className={isShown ? 'max-h-96 overflow-auto' : 'sr-only'}>
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="border-b border-line py-2 pr-2 text-left">
              {axis}
            </th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" className="border-b border-line px-2 py-2 text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row" className="border-b border-line py-1 pr-2 text-left font-normal">
                {isShown ? <RowLink bar={bar} /> : bar.label}
              </th>
              {series.map(({ key, name }) => (
                <td key={key} className="border-b border-line px-2 py-1 text-right tabular-nums">
                  {isShown && bar.hrefs !== undefined && bar.values[key] !== 0 ? (
                    <RowLink bar={{ href: bar.hrefs[key], label: toText(bar.values[key]) }} name={barToText(bar, { key, name }, toText)} />
                  ) : (
                    toText(bar.values[key])
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowLink({ bar: { href, label, onOpen }, name }: { bar: Pick<ChartBar<string>, 'href' | 'label' | 'onOpen'>; name?: string }) {
  const open = (event: MouseEvent): void => {
    if (!event.metaKey && !event.ctrlKey) openInView(event, href, onOpen)
  }
  return (
    <Link to={href} aria-label={name} onClick={open} className="inline-flex min-h-11 items-center text-accent-ink hover:underline pointer-fine:min-h-8">
      {label}
    </Link>
  )
}
