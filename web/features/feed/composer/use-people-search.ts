import { type QueryClient, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { call } from '#web/lib/client.ts'
import { foldText } from './text-tokens.ts'

/** So many are asked for; fewer in an answer are all there are. */
const peopleFetchMax = 24
const peopleShownMax = 8

const mentionsKey = 'mentions'
/**
 * Colleagues by the start of a name. An answer that is no longer waited for is kept all the same:
 * it holds people for the next letter.
 */
export const peopleQuery = (search: string) => ({
  queryKey: [mentionsKey, foldText(search)],
  queryFn: () =>
    call('people.list', { query: { search: foldText(search), limit: peopleFetchMax } }),
  staleTime: 60_000,
  networkMode: 'always' as const,
})
export const isCompleteResult = (answer: Person[]) => answer.length < peopleFetchMax

const startsWith = (person: Person, search: string) =>
  [person.first_name, person.last_name, person.name].some((name) =>
    foldText(name).startsWith(search),
  )

/**
 * What is known of a search without asking: whom an earlier answer held, and whether one says that
 * there is nobody.
 */
function cachedPeople(client: QueryClient, search: string): { people: Person[]; nobody: boolean } {
  const people = new Map<string, Person>()
  let nobody = false
  for (const [queryKey, answer] of client.getQueriesData<Person[]>({ queryKey: [mentionsKey] })) {
    if (answer?.length === 0 && search.startsWith(String(queryKey[1]))) nobody = true
    for (const person of answer ?? []) if (startsWith(person, search)) people.set(person.id, person)
  }
  return { people: [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name)), nobody }
}

/**
 * Whom an @name may mean. What is known already is there at once; the server is asked meanwhile,
 * one question at a time, the next one for what has been typed by then: however fast somebody
 * types, and however many colleagues there are.
 */
export function usePeopleSearch(
  query: string | undefined,
  chosen: readonly Person[],
): { people: Person[]; loading: boolean } {
  const client = useQueryClient()
  const search = query === undefined ? undefined : foldText(query)
  const [asked, ask] = useState<string>()
  const flying = useIsFetching({ queryKey: [mentionsKey] })
  const found = search === undefined ? { people: [], nobody: false } : cachedPeople(client, search)
  if (asked !== search && !flying && search !== undefined && !found.nobody) ask(search)
  const { data, isFetching } = useQuery({
    ...peopleQuery(asked ?? ''),
    enabled: asked !== undefined,
  })
  const answer = asked === search ? data : undefined
  const people = (answer ?? found.people)
    .filter((person) => !chosen.some((one) => one.id === person.id))
    .slice(0, peopleShownMax)
  return {
    people,
    loading: !answer && !found.nobody && (isFetching || asked !== search) && search !== undefined,
  }
}
