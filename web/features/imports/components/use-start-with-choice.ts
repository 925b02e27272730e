import { useCall } from '#web/shared/use-call.ts'
import { useStartImport } from '../api/queries.ts'
import type { InviteChoice } from './use-invite-choice.ts'

/** Removes the sample people if chosen, then starts the import. `error` is that of the last try. */
export function useStartWithChoice(id: string, choice: InviteChoice) {
  const removal = useCall('workspace.reset_demo_data')
  const starting = useStartImport(id)
  const startImport = () => starting.mutate(choice.body)
  return {
    start: () => {
      removal.reset()
      starting.reset()
      if (choice.removesDemo) removal.mutate(undefined, { onSuccess: startImport })
      else startImport()
    },
    isStarting: removal.isPending || starting.isPending,
    error: removal.error ?? starting.error,
  }
}
