import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectionNames } from '#schema/collections/index.ts'
import { allDrafts, draftKinds, jointCorrections, refusedForms, rowCorrections } from './all-drafts.ts'
import { allFeatures, dialogs, tabs, tabToView, views } from './all-features.ts'

const keysOfEach = <Declared>(all: readonly Declared[], read: (one: Declared) => object | undefined): string[] =>
  all.flatMap((one) => Object.keys(read(one) ?? {}))

const foldersOf = (name: string): string[] =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === name)
    .map((file) => path.dirname(file))

/** These names must stay; new ones need not be listed. */
const containing = (names: string): unknown => expect.arrayContaining(names.split(/\s+/))

describe('the features', () => {
  it('are all in the one list, each under the name of its folder', () => {
    const folders = foldersOf('feature.tsx')
    const names = allFeatures.map(({ name }) => name)
    for (const folder of folders) expect(names, `web/features/all-features.ts lacks the feature of web/features/${folder}/feature.tsx.`).toContain(folder)
    expect(names.toSorted()).toEqual(folders.toSorted())
    expect(allDrafts).toHaveLength(foldersOf('drafts.tsx').length)
  })

  it('show their views in the documented order (NAV-36..38)', () => {
    expect(views.slice(0, 6).map(({ tab, label, guard, count }) => [tab, label, guard?.privilege, count?.label, count?.tone])).toEqual([
      ['customers', 'Customers', undefined, undefined, undefined],
      ['orders', 'Orders', undefined, 'open orders', 'neutral'],
      ['tasks', 'Tasks', undefined, 'tasks due', 'warn'],
      ['activities', 'Activities', 'view_activity', undefined, undefined],
      ['reports', 'Reports', 'view_report', undefined, undefined],
      ['inventory', 'Inventory', undefined, undefined, undefined],
    ])
    expect(tabs.map((tab) => tabToView(tab)?.tab)).toEqual(tabs)
    expect(new Set(tabs).size).toBe(tabs.length)
  })

  it('say why a view is closed to somebody (ACT-05, REP-11)', () => {
    expect(tabToView('activities')?.guard?.deniedText).toBe("Access Denied: You don't have permission to view activities. Contact your administrator.")
    expect(tabToView('reports')?.guard?.deniedText).toBe("Access Denied: You don't have permission to view reports. Contact your administrator.")
  })

  it('count beside the tabs what is open and what is due', () => {
    const counts = { ordersOpen: 4, ordersReady: 2, ordersWaiting: 1, tasksDue: null }
    expect(views.flatMap(({ tab, count }) => (count === undefined ? [] : [[tab, count.read(counts)]]))).toEqual([
      ['orders', 4],
      ['tasks', null],
    ])
  })

  it('fill the menu New in the documented order (NAV-33..35)', () => {
    const entries = allFeatures.flatMap(({ flows = [] }) => flows)
    expect(entries.slice(0, 3).map(({ label, shortcut, dialog }) => [label, shortcut, dialog])).toEqual([
      ['Create Customer+Order', undefined, { kind: 'customer-order' }],
      ['Create Customer', undefined, { kind: 'customer-add', guided: true }],
      ['Create Order', 'n', { kind: 'order-add' }],
    ])
  })

  it('answer to their keys, each to its own', () => {
    const ofDialogs = allFeatures.flatMap(({ hotkeys = [] }) => hotkeys).toSorted((a, b) => a.place - b.place)
    expect(ofDialogs.slice(0, 2).map(({ keys, text, dialog }) => [keys, text, dialog])).toEqual([
      ['n', 'New order', { kind: 'order-add' }],
      ['c', 'New customer', { kind: 'customer-add' }],
    ])
    const ofViews = views.flatMap(({ hotkey, tab }) => (hotkey === undefined ? [] : [{ ...hotkey, tab }])).toSorted((a, b) => a.place - b.place)
    expect(ofViews.slice(0, 6).map(({ keys, tab }) => [keys, tab])).toEqual([
      ['g o', 'orders'],
      ['g c', 'customers'],
      ['g t', 'tasks'],
      ['g i', 'inventory'],
      ['g a', 'activities'],
      ['g r', 'reports'],
    ])
    const keys = [...ofDialogs, ...ofViews].map((hotkey) => hotkey.keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('show every dialog that can be asked for, each in one feature', () => {
    expect(Object.keys(dialogs)).toEqual(
      containing(`order-add order-edit customer-add customer-edit customer-order checklist task-add task-edit
        product-add product-edit category-edit categories suppliers`),
    )
    expect(keysOfEach(allFeatures, (feature) => feature.dialogs)).toHaveLength(Object.keys(dialogs).length)
  })

  it('name and open every kind of draft that a form leaves, each in one feature', () => {
    expect([...draftKinds.keys()]).toEqual(
      containing(`order-add order-edit customer-add customer-edit customer-order task-add task-edit payment-add payment-edit cost-add cost-edit
        product-add product-edit category-add category-root category-edit supplier-add supplier-edit`),
    )
    expect(keysOfEach(allDrafts, (drafts) => drafts.draftKinds)).toHaveLength(draftKinds.size)
  })

  it('know each kind of draft that a form of theirs keeps', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/^settings\/|\.test\./.test(file),
    )
    for (const file of files) {
      const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
      for (const [, kind = ''] of text.matchAll(/`([a-z]+(?:-[a-z]+)*-(?:add|edit|root|order))\//g))
        expect([...draftKinds.keys()], `web/features/${file} keeps drafts under '${kind}/…', which no drafts.tsx lists in its draftKinds.`).toContain(kind)
    }
  })

  it('correct what was refused of the collections that have a form', () => {
    expect([...rowCorrections.keys()]).toEqual(containing('costs customers orders payments products suppliers tasks'))
    expect(keysOfEach(allDrafts, ({ corrects }) => corrects?.rows)).toHaveLength(rowCorrections.size)
    expect(jointCorrections.map(({ collections, by }) => [...collections, by])).toEqual([
      ['customers', 'orders', 'customerId'],
      ['customers', 'assets', 'orders', 'customerId'],
    ])
    expect(Object.keys(refusedForms)).toEqual(
      containing(`order-add order-edit customer-add customer-edit customer-order task-add task-edit money
        product-add product-edit supplier-add supplier-edit`),
    )
    expect(keysOfEach(allDrafts, ({ corrects }) => corrects?.forms)).toHaveLength(Object.keys(refusedForms).length)
  })
})

/** Collections whose rows are typed in dialogs of their own; other fields are ticked, dragged, or set by the server. */
const typedElsewhere: ReadonlySet<string> = new Set([
  'employees',
  'checklist_items',
  'checklist_selections',
  'activities',
  'categories',
  'attachments',
  'passcode_views',
  'test_results',
  'till_days',
  'purchases',
  'purchase_lines',
  'stock_counts',
])

it.each(collectionNames)('%s: what was typed and refused can be corrected, if it is typed in a form', (name) => {
  expect(
    typedElsewhere.has(name) || rowCorrections.has(name),
    `No drafts.tsx under web/features corrects refused rows of ${name}: add "corrects" to the feature that edits them.`,
  ).toBe(true)
})
