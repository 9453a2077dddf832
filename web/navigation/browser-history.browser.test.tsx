import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type AppHistory, createHistory, type Move, toPath } from './browser-history.ts'
import { Link } from './link.tsx'
import { navigate, useGuard, usePresent } from './navigate.ts'

const startPath = window.location.pathname + window.location.search

let places: AppHistory

const here = (): string => places.read().location.pathname

async function expectAt(path: string): Promise<void> {
  await expect.poll(() => [here(), window.location.pathname]).toEqual([path, path])
}

beforeEach(() => {
  window.history.pushState(null, '', '/start')
  places = createHistory(window)
})

afterEach(() => {
  places.close()
  window.history.pushState(null, '', startPath)
})

it('tells the place, how the app came there, and what the entry keeps', async () => {
  expect(places.read()).toMatchObject({ way: 'POP', location: { pathname: '/start', state: null } })
  places.go('/list?page=2#end', { state: { from: 'start' } })
  expect(places.read()).toMatchObject({ way: 'PUSH', location: { pathname: '/list', search: '?page=2', hash: '#end', state: { from: 'start' } } })
  const { key } = places.read().location
  places.go({ search: '?page=3' }, { replace: true })
  expect(places.read()).toMatchObject({ way: 'REPLACE', location: { pathname: '/list', search: '?page=3', hash: '', state: null } })
  expect(places.read().location.key).not.toBe(key)
  places.go('/other')
  places.go(-1)
  await expectAt('/list')
  expect(places.read()).toMatchObject({ way: 'POP', location: { search: '?page=3' } })
  places.go(-1)
  await expectAt('/start')
  places.go(2)
  await expectAt('/other')
})

it('tells whoever listens, until they stop', () => {
  const seen: string[] = []
  const stop = places.subscribe(() => seen.push(here()))
  places.go('/one')
  stop()
  places.go('/two')
  expect(seen).toEqual(['/one'])
})

it('reads entries of a page before', async () => {
  window.history.replaceState({ state: { isFromList: true }, key: 'abc', idx: 7 }, '', '/old')
  places.close()
  places = createHistory(window)
  expect(places.read().location).toMatchObject({ state: { isFromList: true }, key: 'abc' })
  places.go('/next')
  expect(window.history.state).toMatchObject({ idx: 8 })
})

it('undoes a guarded step back before anybody sees it, and lets the next one happen', async () => {
  places.go('/form')
  const [seen, asked]: [string[], Move[]] = [[], []]
  places.subscribe(() => seen.push(here()))
  let returned = 0
  const stop = places.guard((move) => {
    asked.push(move)
    return () => (returned += 1)
  })
  window.history.back()
  await expect.poll(() => returned).toBe(1)
  expect(window.location.pathname).toBe('/form')
  expect(asked).toMatchObject([{ way: 'POP', from: { pathname: '/form' }, to: { pathname: '/start' } }])
  expect(seen).toEqual([])
  stop()
  window.history.back()
  await expectAt('/start')
  expect(returned).toBe(1)
})

it('comes back from several entries at once, and from a step that comes between', async () => {
  for (const path of ['/one', '/two', '/form']) places.go(path)
  let returned = 0
  places.guard(() => () => (returned += 1))
  window.history.go(-3)
  await expect.poll(() => returned).toBe(1)
  await expectAt('/form')
  window.history.back()
  window.history.back()
  await expect.poll(() => returned).toBeGreaterThan(1)
  await expectAt('/form')
  places.go('/sideways')
  expect(here()).toBe('/form')
})

it('asks the guard that came last, and the one before when that is gone', () => {
  const asked: string[] = []
  places.guard(() => () => asked.push('lower'))
  const stop = places.guard(({ way }) => (way === 'PUSH' ? () => asked.push('upper') : undefined))
  places.go('/away')
  places.go('/replaced', { replace: true })
  expect([here(), asked]).toEqual(['/replaced', ['upper']])
  stop()
  places.go('/away')
  expect([here(), asked]).toEqual(['/replaced', ['upper', 'lower']])
})

it('writes addresses of this origin only', () => {
  expect(toPath('//evil.example/x', { pathname: '/' })).toBe('/evil.example/x')
  expect(toPath('#part', { pathname: '/settings' })).toBe('/settings#part')
  expect(toPath({ search: '?a=1', hash: '#b' }, { pathname: '/list' })).toBe('/list?a=1#b')
})

it('a guard is asked from the moment at which what it guards is there', async () => {
  const asked: string[] = []
  function Guarded() {
    useGuard(
      ({ to }) =>
        () =>
          asked.push(to.pathname),
    )
    return <p>Half typed</p>
  }
  function Impatient() {
    useLayoutEffect(() => navigate('/elsewhere'), [])
    return <Guarded />
  }
  const screen = await render(<Impatient />)
  await expect.element(screen.getByText('Half typed')).toBeVisible()
  expect([asked, window.location.pathname]).toEqual([['/elsewhere'], '/start'])
  await screen.unmount()
})

function Places({ onAway }: { onAway?: () => void }) {
  const { location, way } = usePresent()
  useGuard(({ to }) => (to.pathname === '/guarded' ? onAway : undefined))
  return (
    <>
      <output>{`${way} ${location.pathname}${location.search}`}</output>
      <Link to="/next">Next</Link>
      <Link to="/guarded">Guarded</Link>
      <Link to="/prevented" onClick={(event) => event.preventDefault()}>
        Prevented
      </Link>
    </>
  )
}

it('links lead to their place, replace the place that is shown, and leave presses with a key to the browser', async () => {
  let away = 0
  await render(<Places onAway={() => (away += 1)} />)
  const shown = page.getByRole('status')
  navigate('/first?x=1', { flushSync: true })
  await expect.element(shown).toHaveTextContent('PUSH /first?x=1')
  await userEvent.click(page.getByRole('link', { name: 'Next' }))
  await expect.element(shown).toHaveTextContent('PUSH /next')
  const entries = window.history.length
  await userEvent.click(page.getByRole('link', { name: 'Next' }))
  await expect.element(shown).toHaveTextContent('REPLACE /next')
  expect(window.history.length).toBe(entries)
  await userEvent.click(page.getByRole('link', { name: 'Guarded' }))
  await userEvent.click(page.getByRole('link', { name: 'Prevented' }))
  expect(away).toBe(1)
  await expect.element(shown).toHaveTextContent('REPLACE /next')

  // Record whether the app left the click to the browser, then prevent a new tab.
  const left: boolean[] = []
  const judge = (event: MouseEvent): void => {
    left.push(!event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', judge)
  const link = page.getByRole('link', { name: 'Guarded' }).element()
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  window.removeEventListener('click', judge)
  expect(left).toEqual([true, true, true, true, true])
  expect(away).toBe(1)
})
