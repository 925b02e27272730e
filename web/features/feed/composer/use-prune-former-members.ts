import { useEffect, useEffectEvent } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { call, ApiCallError } from '#web/lib/client.ts'

/**
 * Checks once whether the people of a stored draft are still in the team, and passes the ids of
 * those who left.
 */
export function usePruneFormerMembers(
  people: readonly Person[],
  onLeft: (formerIds: string[]) => void,
): void {
  const onGone = useEffectEvent(onLeft)
  const getPeople = useEffectEvent(() => people)
  useEffect(() => {
    let isCanceled = false
    const isMember = ({ id }: Person) =>
      call('profiles.get', { params: { id } }).then(
        ({ state }) => state === 'accepted',
        (error: unknown) => !(error instanceof ApiCallError && error.status === 404),
      )
    const checkPeople = async () => {
      const formerIds: string[] = []
      for (const person of getPeople()) if (!(await isMember(person))) formerIds.push(person.id)
      if (!isCanceled && formerIds.length) onGone(formerIds)
    }
    void checkPeople()
    return () => {
      isCanceled = true
    }
  }, [])
}
