import { sql } from 'kysely'
import { AppError } from '#schema/errors.ts'
import { categoryLevelsMax, tooDeepMessage } from '#schema/rules/inventory/category-tree-moves.ts'
import type { WriteContext } from '../context.ts'
import { tableOf } from '../table.ts'
import { issuesToError } from './parse-values.ts'

/** Refuses a circle, which two moves that are valid on their own devices may form together, and more than 12 levels. */
export async function assertCategoryPlace(context: WriteContext, id: string, parentId: unknown): Promise<void> {
  const table = tableOf('categories')
  let levels = 0
  for (let above = parentId; typeof above === 'string'; above = (await context.memory.find(table, above))?.['parentId']) {
    if (above === id) throw new AppError('CONFLICT', 'Cannot move a category to be a child of its own descendant')
    levels++
    if (levels >= categoryLevelsMax) throw tooDeep()
  }
  const isNew = (await context.memory.find(table, id)) === undefined
  if (levels > 0 && !isNew && levels + (await countLevelsOf(context, id)) > categoryLevelsMax) throw tooDeep()
}

const tooDeep = (): AppError => issuesToError([{ path: 'parentId', message: tooDeepMessage }])

/** Levels of the category with all that lies below it. */
async function countLevelsOf({ trx }: WriteContext, id: string): Promise<number> {
  const { levels } = await trx
    .withRecursive('below(id, level)', (db) =>
      db
        .selectFrom('categories')
        .select(['id', sql<number>`1`.as('level')])
        .where('id', '=', id)
        .unionAll((eb) =>
          eb
            .selectFrom('below')
            .innerJoin('categories', 'categories.parent_id', 'below.id')
            .select((on) => ['categories.id', on('below.level', '+', 1).as('level')])
            .where('categories.deleted', '=', 0)
            .where('below.level', '<', categoryLevelsMax),
        ),
    )
    .selectFrom('below')
    .select(({ fn }) => fn.max<number>('level').as('levels'))
    .executeTakeFirstOrThrow()
  return levels
}
