import { collectionByName } from '#schema/collections/index.ts'
import { isPrivilege, type Privilege } from '#schema/privileges.ts'
import { isAdministrationWrite } from '../registry/administration-writes.ts'
import type { Route } from '../registry/registry.ts'

const ofEntity = 'Whoever holds `view_app_setting` or is assigned to the entity.'
const ofShop = 'Whoever holds `view_app_setting`; for own shops and those of own entities also whoever holds `view_entity_setting`.'

/** Access texts of routes whose commands check more than the route's rule. */
const textByPath: Readonly<Record<string, string>> = {
  'GET /api/entities/:id/shops': ofEntity,
  'GET /api/entities/:id/employees': ofEntity,
  'POST /api/entities/:id/employees': ofEntity,
  'DELETE /api/entities/:id/employees/:employeeId': ofEntity,
  'PUT /api/:shopId/employees/:employeeId': ofEntity,
  'GET /api/shops/:id/users': ofShop,
  'POST /api/shops/:id/users': ofShop,
  'DELETE /api/shops/:id/users/:userId': ofShop,
}

export function routeToAccessTexts(route: Route): string[] {
  const { method, path, access, queryPrivilege } = route
  const texts = [textByPath[`${method} ${path}`] ?? accessToText(access)]
  if ('by' in access && access.by === 'session') texts.push('Only with the cookie of a session, not with an API token.')
  if (isAdministrationWrite(route))
    texts.push('Of people who sign in with codes from an app it wants one that is not older than 15 minutes (`FRESH_CODE_REQUIRED`).')
  if (queryPrivilege)
    texts.push(`With ${queryPrivilege.parameters.map((name) => `\`${name}\``).join(' or ')} also the privilege \`${queryPrivilege.privilege}\`.`)
  return texts
}

function accessToText(access: Route['access']): string {
  switch (access.who) {
    case 'anyone':
      return 'Anybody.'
    case 'operator':
      return "Whoever names the operator's token `METRICS_TOKEN` as Bearer; to others the route does not exist."
    case 'portal':
      return 'Anybody, while the shop has its customer portal on.'
    case 'customer':
      return 'A customer who is verified in this shop, by the cookie of the portal.'
    case 'signed-in':
      return 'Whoever is signed in.'
    case 'device':
      return 'A device of somebody who is signed in, with the cookie of the session.'
    case 'holder':
      return `Whoever holds ${access.anyOf.map((privilege) => `\`${privilege}\``).join(' or ')}.`
    case 'member':
      return `Members of the shop${ruleToText(access)}.`
  }
}

function ruleToText(access: Route['access']): string {
  const privilege = accessToRowPrivilege(access)
  return privilege === undefined ? '' : ` who hold \`${privilege}\``
}

/** The privilege that the route or its collection requires of members. */
export function accessToRowPrivilege(access: Route['access']): Privilege | undefined {
  if (access.who !== 'member') return undefined
  if (access.privilege) return access.privilege
  if (!access.action || !access.collection) return undefined
  const rule = collectionByName[access.collection].access[access.action === 'restore' ? 'delete' : access.action]
  return isPrivilege(rule) ? rule : undefined
}
