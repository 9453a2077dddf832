import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '../../..')
const web = path.join(root, 'web')

const signedIn = /^shell\/signed-in\.tsx$/
const lockedWork = /^shell\/session\/save-locked-work\.tsx$/
const toasts = /^ui\/overlays\/toast-viewport\.tsx$/

/**
 * Chunks by entry modules: `signed-in` loads with the first view, the rest is prefetched later (`fetchPartsAhead`). A
 * module belongs to the first chunk that needs it, so none depends on a later one. `and`: only modules also reached
 * from there.
 */
const plan: readonly { name: string; of: RegExp; and?: RegExp }[] = [
  { name: 'sign-in', of: /^app\.tsx$/ },
  // Loaded separately by the sign-in page: known users, PIN, and locked work.
  { name: 'identity-store', of: /^device\/storage\/identity-store\.ts$/ },
  { name: 'offline-entry', of: /^session\/browser-offline-entry\.ts$/ },
  { name: 'stored-work', of: lockedWork, and: signedIn },
  { name: 'locked-work', of: lockedWork },
  // The sign-in page needs only toasts; the first view needs their dependencies without them.
  { name: 'overlays', of: toasts, and: signedIn },
  { name: 'toasts', of: toasts },
  { name: 'signed-in', of: signedIn },
  // Also used by the customers' page, which must not load the app's views.
  { name: 'international-phone', of: /^\.\.\/schema\/rules\/customers\/international-phone\.ts$/ },
  { name: 'pictures', of: /^inputs\/images\/write-picture\.ts$/ },
  // Stands above the first view and comes right behind it.
  { name: 'orders-filters', of: /^features\/orders\/list\/orders-filter-bar\.tsx$/ },
  { name: 'dialogs', of: /^features\/(?:orders|customers|flows|tasks|money|checklist)\/[a-z-]+-dialog\.tsx$/ },
  { name: 'views', of: /^(?:features\/(?!settings\/|reports\/charts\/)|shell\/)/ },
  // As large as all views together.
  { name: 'charts', of: /^features\/reports\/charts\// },
  { name: 'settings', of: /^features\/settings\// },
]

/** Modules that customers' pages share with sign-in. */
const withSignIn = 'common'
/** What they share with the first view and with later parts: all of them, an invoice's page alone, and the others without it. */
const sharedByAll = { withFirstView: 'pages-common', withRest: 'pages-rest' }
const sharedByInvoice = { withFirstView: 'invoice-common', withRest: 'sheets' }
const sharedByOthers = { withFirstView: 'portal-common', withRest: 'portal-inputs' }
const sharedNames = [withSignIn, ...[sharedByAll, sharedByInvoice, sharedByOthers].flatMap((shared) => Object.values(shared))]

/** Few chunks by time of use: by default shared modules end up in a hundred tiny chunks. */
export function chunkPlan(): { plugin: Plugin; groups: { name: string; test: (id: string) => boolean; priority: number }[] } {
  let chunkByModule = new Map<string, string>()
  return {
    plugin: {
      name: 'mainspring-chunk-plan',
      apply: 'build',
      buildEnd() {
        const reach = (of: RegExp): Set<string> => {
          const into = new Set<string>()
          const queue = [...this.getModuleIds()].filter((id) => id.startsWith(root + path.sep) && of.test(path.relative(web, id).replaceAll(path.sep, '/')))
          for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
            if (into.has(id)) continue
            into.add(id)
            queue.push(...(this.getModuleInfo(id)?.importedIds ?? []))
          }
          return into
        }
        const invoice = reach(/^portal\/invoice\/invoice-page\.tsx$/)
        const portal = reach(/^portal\/(?:(?!invoice\/)[a-z-]+\/)?(?:main|[a-z-]+-page)\.tsx$/)
        const firstView = reach(signedIn)
        chunkByModule = new Map()
        for (const { name, of, and = /./ } of plan) {
          const others = reach(and)
          for (const id of reach(of)) {
            if (!others.has(id)) continue
            const { withFirstView, withRest } = !invoice.has(id) ? sharedByOthers : portal.has(id) ? sharedByAll : sharedByInvoice
            const sharedName = name === 'sign-in' ? withSignIn : firstView.has(id) ? withFirstView : withRest
            if (!chunkByModule.has(id)) chunkByModule.set(id, portal.has(id) || invoice.has(id) ? sharedName : name)
          }
        }
      },
    },
    groups: [...sharedNames, ...plan.map(({ name }) => name)].map((name) => ({
      name,
      test: (id) => chunkByModule.get(id) === name,
      priority: 5,
    })),
  }
}
