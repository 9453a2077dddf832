import { isRestorableCollection, type RestorableCollection } from '#schema/api/deleted.ts'
import { valuesToSearch } from '#web/list-kit/list-filters.ts'

/** `page` is always 1: the list grows by "show more". */
export type DeletedFilters = { search: string; collection: RestorableCollection | null; page: number }

export const noDeletedFilters: DeletedFilters = { search: '', collection: null, page: 1 }

export const deletedFiltersCodec = {
  read(params: URLSearchParams): DeletedFilters {
    const kind = params.get('kind') ?? ''
    return { search: params.get('q') ?? '', collection: isRestorableCollection(kind) ? kind : null, page: 1 }
  },
  write: ({ search, collection }: DeletedFilters): string => valuesToSearch({ q: search, kind: collection }),
}

export const isFilteringDeleted = ({ search, collection }: DeletedFilters): boolean => search.trim() !== '' || collection !== null
