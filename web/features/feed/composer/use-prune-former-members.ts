import { useEffect, useEffectEvent } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { call, ApiCallError } from '#web/lib/client.ts'

/**
 * Looks once after the people of a draft that was kept, and hands over those who have left the team
 * meanwhile.
 */
export function usePruneFormerMembers(
  people: readonly Person[],
  leave: (gone: string[]) => void,
): void {
  const onGone = useEffectEvent(leave)
  const onKept = useEffectEvent(() => people)
  useEffect(() => {
    let over = false
    const here = ({ id }: Person) =>
      call('profiles.get', { params: { id } }).then(
        ({ state }) => state === 'accepted',
        (error: unknown) => !(error instanceof ApiCallError && error.status === 404),
      )
    const look = async () => {
      const gone: string[] = []
      for (const person of onKept()) if (!(await here(person))) gone.push(person.id)
      if (!over && gone.length) onGone(gone)
    }
    void look()
    return () => {
      over = true
    }
  }, [])
}
