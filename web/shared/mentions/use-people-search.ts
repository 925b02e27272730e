import { type QueryClient, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundPerson, Person } from '#contract/schemas/users.ts'
import { call } from '#web/lib/client.ts'
import { foldText } from '#contract/fold-text.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The page size; a shorter result is complete. */
const peopleFetchMax = 24
const peopleShownMax = 8

/**
 * The query for colleagues by the start of a name. It has no abort signal: a late result serves the
 * next letter.
 */
export const peopleQuery = (search: string) => ({
  queryKey: queryKey('people', 'mentions', foldText(search)),
  queryFn: () =>
    call('people.list', { query: { search: foldText(search), limit: peopleFetchMax } }),
  staleTime: 60_000,
  networkMode: 'always' as const,
})
export const isCompleteResult = (result: Person[]) => result.length < peopleFetchMax

const startsWith = (person: Person, search: string) =>
  [person.first_name, person.last_name, person.name].some((name) =>
    foldText(name).startsWith(search),
  )

/**
 * Returns the cached people for a search, and whether a cached empty result rules out any match.
 * The order is that of the server: the closest colleagues first.
 */
function cachedPeople(
  client: QueryClient,
  search: string,
): { people: FoundPerson[]; isEmpty: boolean } {
  const people = new Map<string, FoundPerson>()
  let isEmpty = false
  const cachedResults = client.getQueriesData<FoundPerson[]>({
    queryKey: queryKey('people', 'mentions'),
  })
  for (const [key, result] of cachedResults) {
    if (result?.length === 0 && search.startsWith(String(key[2]))) isEmpty = true
    for (const person of result ?? []) if (startsWith(person, search)) people.set(person.id, person)
  }
  return { people: [...people.values()], isEmpty }
}

/**
 * Returns the people an @name may mean: cached matches first, then the server's result. One request
 * runs at a time, and the next uses the text typed by then. `failed`: the server did not answer.
 */
export function usePeopleSearch(
  query: string | undefined,
  chosen: readonly Person[],
): { people: FoundPerson[]; loading: boolean; failed: boolean } {
  const client = useQueryClient()
  const search = query === undefined ? undefined : foldText(query)
  const [requested, setRequested] = useState<string>()
  const fetchCount = useIsFetching({ queryKey: queryKey('people', 'mentions') })
  const cached =
    search === undefined ? { people: [], isEmpty: false } : cachedPeople(client, search)
  if (requested !== search && !fetchCount && search !== undefined && !cached.isEmpty)
    setRequested(search)
  const { data, isFetching, isError } = useQuery({
    ...peopleQuery(requested ?? ''),
    enabled: requested !== undefined,
  })
  const result = requested === search ? data : undefined
  const people = (result ?? cached.people)
    .filter((person) => !chosen.some(({ id }) => id === person.id))
    .slice(0, peopleShownMax)
  return {
    people,
    loading:
      !result && !cached.isEmpty && (isFetching || requested !== search) && search !== undefined,
    failed: isError && requested === search,
  }
}
