import type { z } from 'zod'
import { collectionToCreateShape, type Collection } from '../../collection.ts'
import type { Json } from '../../values/merge.ts'

export type Values = Record<string, Json>

const shapes = new Map<string, z.ZodType>()

/** Errors that the write path would report, for the dry run. */
export function findValueIssues(collection: Collection, values: Values): string[] {
  let shape = shapes.get(collection.name)
  if (shape === undefined) shapes.set(collection.name, (shape = collectionToCreateShape(collection)))
  const parsed = shape.safeParse(values)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
}

export const filledOnly = (values: Record<string, Json | undefined>): Values =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== '' && entry[1] !== null))
