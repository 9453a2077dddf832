import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '../../..')
const web = path.join(root, 'web')

const signedIn = /^shell\/signed-in\.tsx$/
const toasts = /^ui\/overlays\/toast-viewport\.tsx$/

/**
 * What is fetched together, by the modules that lead to it: `signed-in` with the first view after the sign-in, the rest later,
 * ahead of being asked for (`fetchPartsAhead`). A module belongs to the first that needs it, so that none needs one further down.
 * `and`: only what also leads there.
 */
const plan: readonly { name: string; of: RegExp; and?: RegExp }[] = [
  { name: 'sign-in', of: /^main\.tsx$/ },
  // The sign-in page asks for these by themselves: who was here, a PIN, and a person's work that is locked in.
  { name: 'identity-store', of: /^device\/storage\/identity-store\.ts$/ },
  { name: 'offline-entry', of: /^session\/browser-offline-entry\.ts$/ },
  { name: 'locked-work', of: /^shell\/session\/save-locked-work\.tsx$/ },
  // The sign-in page needs toasts without the rest, the first view has what they stand on without them.
  { name: 'overlays', of: toasts, and: signedIn },
  { name: 'toasts', of: toasts },
  { name: 'signed-in', of: signedIn },
  // The page for customers asks for it too, and must not get the app's views with it.
  { name: 'international-phone', of: /^\.\.\/schema\/rules\/customers\/international-phone\.ts$/ },
  { name: 'dialogs', of: /^features\/(?:orders|customers|flows|tasks|money|checklist)\/[a-z-]+-dialog\.tsx$/ },
  { name: 'views', of: /^(?:features\/(?!settings\/|reports\/charts\/)|shell\/)/ },
  // The library that draws is as heavy as all views together.
  { name: 'charts', of: /^features\/reports\/charts\// },
  { name: 'settings', of: /^features\/settings\// },
]

/** Of the page for customers and the sign-in page, the first view, and anything later: none carries the other. */
const shared = { withSignIn: 'common', withFirstView: 'portal-common', withRest: 'portal-inputs' }

/** Few chunks, each of what is needed at one time: left to themselves, shared modules become a hundred chunks of a few lines. */
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
        const portal = reach(/^portal\/(?:[a-z-]+\/)?(?:main|[a-z-]+-page)\.tsx$/)
        const firstView = reach(signedIn)
        chunkByModule = new Map()
        for (const { name, of, and = /./ } of plan) {
          const others = reach(and)
          for (const id of reach(of)) {
            if (!others.has(id)) continue
            const sharedName = name === 'sign-in' ? shared.withSignIn : firstView.has(id) ? shared.withFirstView : shared.withRest
            if (!chunkByModule.has(id)) chunkByModule.set(id, portal.has(id) ? sharedName : name)
          }
        }
      },
    },
    groups: [...Object.values(shared), ...plan.map(({ name }) => name)].map((name) => ({
      name,
      test: (id) => chunkByModule.get(id) === name,
      priority: 5,
    })),
  }
}
