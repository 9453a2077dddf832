import { z } from 'zod'
import type { AnsweredOf, Collection } from './collection.ts'
import type { Field } from './field.ts'

/** Building blocks for answer schemas. They validate without transforming; every object is strict, so undeclared keys are refused. */

export const answerId = () => z.uuid()

/** `2026-03-01T08:30:00.000Z`. */
export const answerInstant = () => z.iso.datetime({ precision: 3 })

const fieldToPlainShape = ({ kind, maxLength, answered = z.unknown() }: Field): z.ZodType => {
  switch (kind) {
    case 'text':
      return z.string().max(maxLength)
    case 'id':
      return answerId()
    case 'instant':
      return answerInstant()
    case 'boolean':
      return z.boolean()
    case 'integer':
      return z.int()
    case 'money':
    case 'quantity':
    case 'percent':
      return z.number()
    case 'numbers':
      return z.array(z.int())
    case 'json':
      return answered
  }
}

const fieldToAnswerShape = (field: Field): z.ZodType => (field.nullable ? fieldToPlainShape(field).nullable() : fieldToPlainShape(field))

/** Schema whose input and output types are both `Value`. */
export type ShapeOf<Value> = z.ZodType<Value, Value>

export type RowShape<C extends Collection> = z.ZodObject<{ [K in keyof AnsweredOf<C>]: ShapeOf<AnsweredOf<C>[K]> }, z.core.$strict>

type Shapes = Record<string, z.ZodType>

const fieldsToShape = (collection: Collection, isAnswered: (field: Field) => boolean): Shapes => ({
  id: answerId(),
  shopId: answerId(),
  createdAt: answerInstant(),
  updatedAt: answerInstant(),
  seq: z.int().min(1),
  ...Object.fromEntries(Object.entries(collection.fields).flatMap(([name, field]) => (isAnswered(field) ? [[name, fieldToAnswerShape(field)]] : []))),
})

/** A row in REST answers: the base keys and every field that is neither secret nor guarded. */
export function collectionToAnswerShape<C extends Collection>(collection: C): RowShape<C> {
  // Safe: the shape and the document type derive from the same declaration.
  return z.strictObject(fieldsToShape(collection, ({ secret, guarded }) => !secret && guarded !== true)) as unknown as RowShape<C>
}

/** Guarded fields that devices get beyond `collectionToAnswerShape`; undefined if there are none. */
export function collectionToGuardedShape(collection: Collection): Shapes | undefined {
  const guarded = Object.entries(collection.fields).filter(([, field]) => field.guarded === true)
  return guarded.length === 0 ? undefined : Object.fromEntries(guarded.map(([name, field]) => [name, fieldToAnswerShape(field)]))
}
