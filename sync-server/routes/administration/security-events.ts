import { securityEventsAnswer } from '#schema/api/answers/security-event-answers.ts'
import { securityEventsQuery } from '#schema/api/security-events.ts'
import { listSecurityEvents } from '../../queries/people/security-events.ts'
import { arrayToList } from '../../lists/list.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'

export const securityEventRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/security-events',
    summary:
      'Security log, newest first, kept for 400 days: sign-ins, wrong ones, rights, memberships, tokens. A page of `limit`; `after` is the id of the last entry of the page before',
    access: { who: 'holder', anyOf: ['view_app_setting'] },
    query: securityEventsQuery,
    answer: securityEventsAnswer,
    handler: async ({ services, query }) => ({ ...arrayToList(await listSecurityEvents(services.reader, query)), isPage: true }),
  }),
]
