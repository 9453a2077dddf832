import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** The library's types cannot follow a schema whose form is a type parameter; the resolver validates without changing the values. */
export const schemaToResolver = <Form extends FieldValues>(schema: z.ZodType<unknown, Form>): Resolver<Form> =>
  zodResolver(schema as never) as unknown as Resolver<Form>
