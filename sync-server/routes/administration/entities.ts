import { z } from 'zod'
import { answerId } from '#schema/answer-shape.ts'
import { entityAnswer, entityShopAnswer, entityShopMappingAnswer, entityUserAnswer } from '#schema/api/answers/administration-answers.ts'
import { employeeCreateBody, employeeUpdateBody, entityBody, entityShopBody, entityUserBody } from '#schema/api/administration.ts'
import { employeeListItemAnswer } from '#schema/api/answers/row-answers.ts'
import {
  listAssignedShopIds,
  listEntities,
  listEntityEmployees,
  listEntityShopMappings,
  listEntityShops,
  listEntityUsers,
  listOwnEntities,
} from '../../queries/people/entities.ts'
import { assignShopToEntity, assignUserToEntity, removeUserFromEntity, unlinkShopFromEntity } from '../../commands/administration/assign-to-entity.ts'
import { addEmployee, deleteEmployee, updateEmployee } from '../../commands/administration/write-employee.ts'
import { addEntity, updateEntity } from '../../commands/administration/write-entity.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { readId, readParam, readShopId } from '../shop-data/row-routes.ts'

const administrators = { who: 'holder', anyOf: ['view_app_setting'] } as const
/** By session only: a program could otherwise give its owner more access than its token has. */
const administratorsInPerson = { ...administrators, by: 'session' } as const
/** The command or query checks that the caller administers, or is assigned to the entity. */
const assigned = { who: 'signed-in' } as const

export const entityRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/entities',
    summary: 'All entities by name',
    access: administrators,
    answer: z.array(entityAnswer),
    handler: ({ services, steps }) => listEntities(services.reader, steps),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/entities',
    summary: 'Create an entity',
    access: administrators,
    body: entityBody,
    answer: entityAnswer,
    handler: ({ services, caller, body }) => addEntity(services, caller, body),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/entities/:id',
    summary: 'Change an entity; optional fields that are left out are cleared (AMB-144)',
    access: administrators,
    body: entityBody,
    answer: entityAnswer,
    handler: ({ services, caller, params, body }) => updateEntity(services, caller, readId(params), body),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/my/entities',
    summary: 'The entities that the caller is assigned to, by name',
    access: { who: 'signed-in' },
    answer: z.array(entityAnswer),
    handler: ({ services, steps, caller }) => listOwnEntities(services.reader, steps, caller),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/assigned-shops',
    summary: 'Ids of the shops that are linked to an entity',
    access: administrators,
    answer: z.array(answerId()),
    handler: ({ services }) => listAssignedShopIds(services.reader),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/entity-shop-mappings',
    summary: 'Every link of a shop to an entity, with the names of both',
    access: administrators,
    answer: z.array(entityShopMappingAnswer),
    handler: ({ services, steps }) => listEntityShopMappings(services.reader, steps),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/entities/:id/users',
    summary: 'Users that are assigned to an entity',
    access: administrators,
    answer: z.array(entityUserAnswer),
    handler: ({ services, steps, params }) => listEntityUsers(services.reader, steps, readId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/entities/:id/users',
    summary: 'Assign a user to an entity',
    access: administratorsInPerson,
    body: entityUserBody,
    answer: entityUserAnswer,
    handler: ({ services, caller, params, body }) => assignUserToEntity(services, caller, readId(params), body.userId),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/entities/:id/users/:userId',
    summary: 'Remove a user from an entity',
    access: administratorsInPerson,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => removeUserFromEntity(services, caller, readId(params), readParam(params, 'userId')),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/entities/:id/shops',
    summary: "An entity's shops, for administrators and whoever is assigned to it",
    access: assigned,
    answer: z.array(entityShopAnswer),
    handler: ({ services, steps, caller, params }) => listEntityShops(services.reader, steps, caller, readId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/entities/:id/shops',
    summary: 'Link a shop, which no other entity may have, to an entity',
    access: administratorsInPerson,
    body: entityShopBody,
    answer: entityShopAnswer,
    handler: ({ services, caller, params, body }) => assignShopToEntity(services, caller, readId(params), body.shopId),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/entities/:id/shops/:linkedShopId',
    summary: 'Unlink a shop from an entity; its employees stay until they are edited (AMB-147)',
    access: administratorsInPerson,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => unlinkShopFromEntity(services, caller, readId(params), readParam(params, 'linkedShopId')),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/entities/:id/employees',
    summary: "An entity's employees in all shops, for administrators and whoever is assigned to it",
    access: assigned,
    answer: z.array(employeeListItemAnswer),
    handler: ({ services, steps, caller, params }) => listEntityEmployees(services.reader, steps, caller, readId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/entities/:id/employees',
    summary: 'Create an employee in one of the shops of the entity',
    access: assigned,
    body: employeeCreateBody,
    answer: employeeListItemAnswer,
    handler: ({ services, caller, params, body }) => addEmployee(services, caller, readId(params), body),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/entities/:id/employees/:employeeId',
    summary: 'Delete an employee whom no order or task names',
    access: assigned,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => deleteEmployee(services, caller, readId(params), readParam(params, 'employeeId')),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/employees/:employeeId',
    summary: 'Change the given fields of an employee; another shop moves the employee, who keeps the id, so that old orders go on naming them (AMB-149)',
    access: assigned,
    body: employeeUpdateBody,
    answer: employeeListItemAnswer,
    handler: ({ services, caller, params, body }) => updateEmployee(services, caller, readShopId(params), readParam(params, 'employeeId'), body),
  }),
]
